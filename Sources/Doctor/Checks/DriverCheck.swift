import AcceptanceRunner
import ClientDriving

/// What the client's driver needs of the machine, as the driver itself checks it.
struct DriverCheck: HealthCheck {
  let subject: String
  private let driver: any ClientDriver

  /// `nil` where there is no client.
  init?(_ patient: Patient) {
    guard let client = patient.table?.client else { return nil }
    do throws(DrivingError) {
      driver = try patient.settings.drivers.driver(of: client)
    } catch {
      // The start of the client says it.
      return nil
    }
    subject = client.driver
  }

  func limit(for patient: Patient) -> Duration { type(of: driver).checkLimit }

  func findings(for patient: Patient) async -> [HealthFinding] {
    await driver.findings(in: Surroundings(patient))
  }
}

extension Surroundings {
  init(_ patient: Patient) {
    self.init(
      environment: patient.settings.ambient.merging(patient.table?.client.environment ?? [:]) {
        _, named in named
      }, folder: patient.settings.folder, runGuard: patient.settings.runGuard)
  }
}
