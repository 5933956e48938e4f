import Foundation
import Reporting

/// The options of reports, as the catalogue has them.
extension ReportCatalog {
  var formOptions: [Option] { options.map(Option.init) }

  var destinationOptions: [Option] { destinations.map(Option.init) }
}

extension Option {
  fileprivate init(_ option: ReportOption) {
    self.init(name: option.name, form: .value(option.placeholder), summary: option.summary)
  }
}

extension ParsedArguments {
  /// The reports that the command line asks for.
  ///
  /// - Parameter tablePath: As the user named it.
  func reportSinks(
    tablePath: String, style: ConsoleStyle = .ofOutput()
  ) throws(UsageError) -> ReportSinks {
    var choices: [String: String] = [:]
    for option in catalogs.reports.options { choices[option.name] = text(option.name) }
    do throws(ReportOptionError) {
      return try catalogs.reports.configured(
        by: SinkSetup(
          choices: choices, environment: ProcessInfo.processInfo.environment,
          tablePath: tablePath, style: style))
    } catch {
      throw UsageError("\(error)")
    }
  }

  /// The places that the command line gives to reports, by their names.
  var reportPlaces: [String: String] {
    var places: [String: String] = [:]
    for sink in catalogs.reports.sinks {
      places[sink.name] = sink.destination.flatMap { text($0.name) }
    }
    return places
  }
}
