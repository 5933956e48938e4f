// Owns: the contract on stdin and stdout, for the driver jsonl: command-line clients, Mac apps.

import Foundation

extension AcceptanceHook {
  /// Answers commands from stdin until it ends, which asks the app to quit in order.
  ///
  /// Commands are answered as they are ready, in any order. Nothing else may write to stdout
  /// meanwhile.
  public static func serveLines(
    for app: AppHook, from input: FileHandle = .standardInput,
    to output: FileHandle = .standardOutput
  ) async {
    let answers = HookOutput(output)
    await withTaskGroup(of: Void.self) { group in
      for await line in lines(of: input) {
        group.addTask {
          if let answer = await app.answer(line) { await answers.write(answer) }
        }
      }
    }
  }

  /// Read on a thread of its own: reading blocks.
  private static func lines(of input: FileHandle) -> AsyncStream<Data> {
    let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
    let reader = HookReader(descriptor: input.fileDescriptor, lines: continuation)
    Thread.detachNewThread { reader.run() }
    return stream
  }
}

private struct HookReader: Sendable {
  let descriptor: Int32
  let lines: AsyncStream<Data>.Continuation

  func run() {
    let input = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    var partial = Data()
    while true {
      let bytes = input.availableData
      guard !bytes.isEmpty else { break }
      partial.append(bytes)
      while let feed = partial.firstIndex(of: 0x0A) {
        lines.yield(Data(partial[..<feed]))
        partial = Data(partial[(feed + 1)...])
      }
    }
    lines.finish()
  }
}

/// One line at a time, whole.
private actor HookOutput {
  private let output: FileHandle

  init(_ output: FileHandle) { self.output = output }

  func write(_ line: Data) {
    do {
      try output.write(contentsOf: line + [0x0A])
    } catch {
      // The runner has gone; what it will never read need not be written.
      return
    }
  }
}
