import ClientDriving
import Reporting

/// What the product has several of and a build can have more of. Each command takes its options, its
/// help and its behaviour from here.
package struct Catalogs: Sendable {
  package var reports: ReportCatalog
  package var drivers: DriverCatalog

  package init(reports: ReportCatalog = .standard, drivers: DriverCatalog = .standard) {
    self.reports = reports
    self.drivers = drivers
  }

  package static let standard = Catalogs()
}
