// Owns: asking the person at the terminal. Does not own: what is asked (StarterChoice).

import Foundation

struct TerminalQuestions: Questions {
  func ask(_ question: String, _ standard: String) -> String? {
    // Both ends: a pipe on either side is a script, and a script is never kept waiting.
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    Console.write("\(question) [\(standard)]: ")
    guard let line = readLine() else { return nil }
    let answer = line.trimmingCharacters(in: .whitespaces)
    return answer.isEmpty ? standard : answer
  }
}
