// Owns: one thing that happened, as the diagram draws it and as the list says it.

struct StoryLine: Sendable {
  /// Who does what to whom.
  enum Shape: Sendable, Hashable {
    /// The user, played by the runner, does something to the client.
    case toClient
    /// The client tells the user.
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
  enum Arrival: Sendable, Hashable {
    case whole
    case partly
    case notAtAll
  }

  enum Tone: Sendable, Hashable {
    case plain
    /// What the scenario does on purpose.
    case trouble
    case good
    case bad
  }

  let entry: Int
  let at: Duration
  let shape: Shape
  /// A few words for the diagram.
  let label: String
  /// A whole sentence for the list.
  let sentence: String
  var tone = Tone.plain
  /// The n-th distinct key of the scenario, from 1.
  var key: Int?
  /// Codes of the findings that this proves.
  var proves: [String] = []
}
