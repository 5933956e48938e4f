import AcceptanceRunner
import ClientDriving

/// What the client's driver needs of the machine, as the driver itself checks it.
struct DriverCheck: HealthCheck {
  let subject: String
  private let driver: any ClientDriver

  /// `nil` where there is no client.
  init?(_ context: DoctorContext) {
    guard let client = context.table?.client else { return nil }
    do throws(DrivingError) {
      driver = try context.settings.drivers.driver(of: client)
    } catch {
      // The start of the client says it.
      return nil
    }
    subject = client.driver
  }

  func limit(for context: DoctorContext) -> Duration { type(of: driver).checkLimit }

  func findings(for context: DoctorContext) async -> [HealthFinding] {
    await driver.findings(in: Surroundings(context))
  }
}

extension Surroundings {
  init(_ context: DoctorContext) {
    self.init(
      environment: context.settings.ambient.merging(context.table?.client.environment ?? [:]) {
        _, named in named
      }, folder: context.settings.folder, runReaper: context.settings.runReaper)
  }
}
