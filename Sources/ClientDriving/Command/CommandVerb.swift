/// A program of its own for one thing that the user or the system does.
package struct CommandVerb: Sendable, Hashable {
  /// The verbs that a scenario file may give; only `submit` must be there.
  package enum Name: String, Sendable, Hashable, CaseIterable {
    /// Forgets everything: once, before the first launch of a scenario.
    case reset
    /// The user opens the app.
    case launch
    /// The user taps *New*.
    case submit
    /// Connectivity came back, or a background refresh fired.
    case sync
    /// Prints the list of tasks.
    case tasks
    /// The user asks for a stopped task to be sent again.
    case retry
    /// Makes one stored record unreadable, for testing.
    case damage
    /// Asks the app to quit in order.
    case terminate
    /// Ends the app as SIGKILL would.
    case kill
    /// Prints what the app logged; searched for secrets, never shown.
    case diagnostics
  }

  package enum Mode: String, Sendable, Hashable, CaseIterable {
    /// The verb is done when its program has ended.
    case wait
    /// The program keeps running and is part of the app: `kill` ends it. Where it is `launch`,
    /// its end is the app's end.
    case background
  }

  /// A program and its arguments with placeholders; never a shell string.
  package var argv: [String]
  package var mode: Mode
  /// Exit statuses with which the verb did what it should, also where its send's outcome is unknown.
  package var okExit: Set<Int32>
  /// How long the program may take before its group is killed; `nil`: as long as any command may.
  package var deadline: Duration?

  package init(
    argv: [String], mode: Mode = .wait, okExit: Set<Int32> = [0], deadline: Duration? = nil
  ) {
    self.argv = argv
    self.mode = mode
    self.okExit = okExit
    self.deadline = deadline
  }
}
