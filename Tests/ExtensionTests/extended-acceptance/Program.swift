import AcceptanceCommands
import ClientDriving
import Reporting

/// The product with one more of each kind: each is one file beside this one, and one line here.
@main
enum Program {
  static func main() {
    var reports = ReportCatalog.standard
    reports.sinks.removeAll { $0 is JUnitSink }
    reports.sinks.append(JUnitSink(dialects: JUnitDialect.all + [.plain]))
    reports.sinks.append(CSVReport())
    var drivers = DriverCatalog.standard
    drivers.drivers.append(PacedDriver.self)
    Acceptance.main(Catalogs(reports: reports, drivers: drivers))
  }
}
