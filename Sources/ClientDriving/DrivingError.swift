// Owns: why a client could not be started or driven; the runner could not tell, nobody failed.

package enum DrivingError: Error, Sendable, Hashable {
  case unknownDriver(name: String, known: [String])
  case emptyCommand
  /// A program name without a slash, and no such file in any folder of the client's PATH.
  case programNotOnPath(name: String)
  case programMissing(name: String)
  case programNotExecutable(name: String)
  /// The file is there, but what its first line names as its interpreter is not.
  case interpreterMissing(name: String)
  /// A text with a NUL inside cannot be handed to a program.
  case textWithNUL(place: String)
  case folderUnusable(purpose: String, errno: Int32)
  case system(call: String, errno: Int32)
}

extension DrivingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownDriver(let name, let known):
      "client.driver: no driver is called \"\(name)\"; known drivers: "
        + known.joined(separator: ", ")
    case .emptyCommand:
      "client.command: found no words; it names a program and its arguments"
    case .programNotOnPath(let name):
      "client.command[0]: no folder of the client's PATH has a program called \"\(name)\""
    case .programMissing(let name):
      "client.command[0]: there is no file for \"\(name)\""
    case .programNotExecutable(let name):
      "client.command[0]: \"\(name)\" is there but is no file that may be executed"
    case .interpreterMissing(let name):
      "client.command[0]: \"\(name)\" is there, but the interpreter or loader it names is not"
    case .textWithNUL(let place):
      "\(place): found a NUL character; a program's arguments and environment have none"
    case .folderUnusable(let purpose, let errno):
      "the \(purpose) folder of the scenario cannot be used: \(systemMessage(errno))"
    case .system(let call, let errno):
      "the system refused \(call): \(systemMessage(errno))"
    }
  }
}
