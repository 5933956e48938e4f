// Owns: a real headless Chromium, worked over its debugging pipe. Linux only, where it is installed.

#if os(Linux)
  import Foundation
  import StrictJSON
  import Testing

  /// Used by one test at a time. Ends its browser when it is let go.
  final class Browser {
    static let program: String? = [
      "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
    ].first { (path: String) in access(path, X_OK) == 0 }

    struct Failure: Error, CustomStringConvertible {
      let description: String
    }

    private let folder: URL
    private let process: pid_t
    private let commands: Int32
    private let answers: Int32
    private var buffer: [UInt8] = []
    private var events: [JSONValue] = []
    private var commandCount = 0

    init() throws {
      let program = try #require(Self.program)
      folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var toBrowser: [Int32] = [-1, -1]
      var fromBrowser: [Int32] = [-1, -1]
      guard pipe(&toBrowser) == 0, pipe(&fromBrowser) == 0 else {
        throw Failure(description: "no pipe")
      }
      for end in toBrowser + fromBrowser { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (commands, answers) = (toBrowser[1], fromBrowser[0])
      defer {
        close(toBrowser[0])
        close(fromBrowser[1])
      }
      process = try Self.spawn(
        [
          program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
          "--disable-dev-shm-usage", "--user-data-dir=\(folder.path)", "--remote-debugging-pipe",
          "about:blank",
        ], in: folder, reading: toBrowser[0], writing: fromBrowser[1])
    }

    deinit {
      close(commands)
      close(answers)
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
      // Its helpers end with it, and may write for a moment longer.
      for _ in 0..<100 where FileManager.default.fileExists(atPath: folder.path) {
        try? FileManager.default.removeItem(at: folder)
      }
    }

    func open() throws -> Tab {
      let target = try command("Target.createTarget", .object(["url": .string("about:blank")]))
      let session = try command(
        "Target.attachToTarget",
        .object(["targetId": target["targetId"] ?? .null, "flatten": .bool(true)]))
      let tab = Tab(browser: self, session: session["sessionId"] ?? .null)
      try tab.command("Page.enable")
      return tab
    }

    func command(
      _ method: String, _ parameters: JSONValue = .object([]), session: JSONValue? = nil
    ) throws -> JSONValue {
      commandCount += 1
      var members = [
        JSONMember("id", .integer(commandCount)), JSONMember("method", .string(method)),
        JSONMember("params", parameters),
      ]
      if let session { members.append(JSONMember("sessionId", session)) }
      var rest = (JSONWriter.bytes(of: .object(members)) + [0])[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(commands, $0.baseAddress, $0.count) }
        guard count > 0 else { throw Failure(description: "the browser has gone") }
        rest = rest.dropFirst(count)
      }
      while true {
        let message = try receive()
        guard message["id"]?.intValue == commandCount else {
          events.append(message)
          continue
        }
        if let error = message["error"]?["message"]?.stringValue {
          throw Failure(description: "\(method): \(error)")
        }
        return message["result"] ?? .null
      }
    }

    /// Waits for an event that has not been waited for before.
    func awaitEvent(_ method: String) throws {
      while true {
        if let index = events.firstIndex(where: { $0["method"]?.stringValue == method }) {
          events.removeSubrange(...index)
          return
        }
        events.append(try receive())
      }
    }

    private func receive() throws -> JSONValue {
      while true {
        if let end = buffer.firstIndex(of: 0) {
          let message = try JSONParser.parse(Array(buffer[..<end])).value
          buffer.removeFirst(end + 1)
          return message
        }
        var entry = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 120_000) > 0 else {
          throw Failure(description: "the browser has said nothing for two minutes")
        }
        var scratch = [UInt8](repeating: 0, count: 65_536)
        let count = read(answers, &scratch, scratch.count)
        guard count > 0 else { throw Failure(description: "the browser has gone") }
        buffer += scratch[..<count]
      }
    }

    /// The browser reads commands from descriptor 3 and writes answers to 4.
    private static func spawn(
      _ arguments: [String], in folder: URL, reading: Int32, writing: Int32
    ) throws -> pid_t {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      // Over the way, in case 3 or 4 are the pipes' own numbers.
      posix_spawn_file_actions_adddup2(&actions, reading, 200)
      posix_spawn_file_actions_adddup2(&actions, writing, 201)
      posix_spawn_file_actions_adddup2(&actions, 200, 3)
      posix_spawn_file_actions_adddup2(&actions, 201, 4)
      posix_spawn_file_actions_addclose(&actions, 200)
      posix_spawn_file_actions_addclose(&actions, 201)
      for descriptor: Int32 in 0...2 {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
      var words = arguments.map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      var process: pid_t = 0
      // Chromium leaves its lock there.
      let variables = ProcessInfo.processInfo.environment
        .merging(["TMPDIR": folder.path]) { $1 }
      var named = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for text in named { free(text) } }
      let status = posix_spawn(&process, arguments[0], &actions, nil, &words, &named)
      guard status == 0 else { throw Failure(description: "the browser does not start: \(status)") }
      return process
    }
  }

  struct Tab {
    let browser: Browser
    let session: JSONValue

    @discardableResult
    func command(_ method: String, _ parameters: JSONValue = .object([])) throws -> JSONValue {
      try browser.command(method, parameters, session: session)
    }

    func go(_ url: String) throws {
      try command("Page.navigate", .object(["url": .string(url)]))
      try browser.awaitEvent("Page.loadEventFired")
    }

    /// The value of an expression; of a promise, what it comes to.
    @discardableResult
    func value(of expression: String) throws -> JSONValue {
      let result = try command(
        "Runtime.evaluate",
        .object([
          "expression": .string(expression), "awaitPromise": .bool(true),
          "returnByValue": .bool(true),
        ]))
      if let problem = result["exceptionDetails"]?["text"]?.stringValue {
        throw Browser.Failure(description: "\(expression): \(problem)")
      }
      return result["result"]?["value"] ?? .null
    }

    /// Waits until the page's own script has made it true.
    func await(_ condition: String) throws {
      try value(
        of: """
          new Promise((done) => {
            const look = () => { if (\(condition)) done(true); };
            new MutationObserver(look).observe(document, { subtree: true, childList: true });
            look();
          })
          """)
    }

    /// Presses a button whose form loads a page.
    func press(_ id: String) throws {
      try value(of: "document.getElementById('\(id)').click()")
      try browser.awaitEvent("Page.loadEventFired")
    }

    var text: String { get throws { try value(of: "document.body.innerText").stringValue ?? "" } }
  }
#endif
