/// One thing that happened in a scenario, as a diagram draws it and as a list says it.
package struct TimelineEvent: Sendable, Hashable {
  /// Who does what to whom.
  package enum Shape: Sendable, Hashable {
    /// The user, played by the runner, does something to the client.
    case toClient
    /// The client informs the user.
    case toUser
    case send
    case answer(Arrival)
    case atServer
    case atClient
    /// A process begins or ends; processes are counted by launch.
    case launch(Int)
    case exit(Int)
    /// The runner says something of the run itself.
    case note
  }

  /// How far an answer came.
  package enum Arrival: Sendable, Hashable {
    case whole
    case partly
    case notAtAll
  }

  package enum Tone: Sendable, Hashable {
    case plain
    /// What the scenario does on purpose.
    case trouble
    case good
    case bad
  }

  /// The history's entry.
  package let entry: Int
  package let at: Duration
  package let shape: Shape
  /// A few words for the diagram.
  package let label: String
  /// A whole sentence for the list.
  package let sentence: String
  package let tone: Tone
  /// The n-th distinct key of the scenario, from 1.
  package let key: Int?
  /// Codes of the findings that this proves.
  package var proves: [String] = []
}
