// Owns: what a run is given besides its table.

import AcceptanceModel
import ClientDriving

package struct RunSettings: Sendable {
  /// Scenarios that run at the same time, at least 1. They mostly wait, so more than there are
  /// processors is right.
  package var jobs: Int
  package var seed: UInt64
  /// After this a scenario is ended and judged `error`: only a hung runner needs it. `nil`: what the
  /// scenario's waits may take in all, by the client's limits, and five minutes at least.
  package var scenarioLimit: Duration?
  /// Whether findings that say only that something did not happen in time get a second attempt on
  /// an overloaded machine.
  package var confirmsLateness = true
  /// The run's temporary folder; each scenario gets one inside.
  package var folder: String
  /// Where the product's own programs are: `{bin}`.
  package var programFolder: String
  /// The runner's own environment; drivers take from it what the contract allows.
  package var ambient: [String: String]
  package var runReaper: RunReaper?
  /// Whether the scenarios' folders stay after the run, with what the clients printed as files.
  package var keepsFolders: Bool
  /// The drivers that a client's can be chosen from.
  package var drivers: DriverCatalog
  /// Called with what clients print; `nil` if it was not requested.
  package var outputSink: ClientOutputSink?

  package init(
    jobs: Int, seed: UInt64, scenarioLimit: Duration? = nil, folder: String,
    programFolder: String, ambient: [String: String], runReaper: RunReaper? = nil,
    keepsFolders: Bool = false, drivers: DriverCatalog = .standard
  ) {
    self.drivers = drivers
    self.jobs = jobs
    self.seed = seed
    self.scenarioLimit = scenarioLimit
    self.folder = folder
    self.programFolder = programFolder
    self.ambient = ambient
    self.runReaper = runReaper
    self.keepsFolders = keepsFolders
  }
}
