// Owns: the arguments that this program was started with, as bytes.

import CProcess

package enum ProgramArguments {
  /// One argument that is no UTF-8.
  package struct NoText: Error, Sendable, Hashable {
    /// From 1.
    package let index: Int
    /// The first byte that belongs to no character.
    package let byte: UInt8
  }

  /// With the program's name.
  /// - Throws: For an argument that no `String` can hold as it is: a path would lead elsewhere.
  package static func all() throws(NoText) -> [String] {
    let count = acc_argument_count()
    guard count > 0 else { return CommandLine.arguments }
    var arguments: [String] = []
    for index in 0..<count {
      guard let pointer = acc_argument(index) else { break }
      if let text = String(validatingCString: pointer) {
        arguments.append(text)
      } else {
        throw NoText(index: Int(index), byte: strayByte(in: pointer))
      }
    }
    return arguments
  }

  private static func strayByte(in text: UnsafePointer<CChar>) -> UInt8 {
    var bytes: [UInt8] = []
    while text[bytes.count] != 0 { bytes.append(UInt8(bitPattern: text[bytes.count])) }
    return firstStray(in: bytes)
  }

  /// - Parameter bytes: No UTF-8.
  static func firstStray(in bytes: [UInt8]) -> UInt8 {
    let valid = (0..<bytes.count).last {
      String(validating: bytes.prefix($0), as: UTF8.self) != nil
    }
    return bytes[valid ?? 0]
  }
}
