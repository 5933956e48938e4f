import AcceptanceCommands

@main
enum Program {
  /// Not asynchronous: where the system refuses threads, that has to be said before any is needed.
  static func main() { Acceptance.main() }
}
