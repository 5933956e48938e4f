import Foundation
import Testing

/// The recipes for build servers, played with a stand-in for `acceptance` that ends as told.
@Suite struct GateTests {
  /// How the stand-in ends, call by call, and what the gate makes of it.
  struct Play: Sendable, CustomTestStringConvertible {
    let ends: [Int]
    let calls: Int
    let status: Int32

    var testDescription: String { "\(ends)" }
  }

  static let plays = [
    Play(ends: [0], calls: 1, status: 0),
    Play(ends: [1], calls: 1, status: 1),
    Play(ends: [2, 0], calls: 2, status: 0),
    Play(ends: [2, 1], calls: 2, status: 1),
    Play(ends: [2, 2], calls: 2, status: 2),
    Play(ends: [3], calls: 1, status: 3),
    Play(ends: [65], calls: 1, status: 65),
    Play(ends: [130], calls: 1, status: 130),
  ]

  @Test("the gate script runs again after status 2 alone, once", arguments: plays)
  func script(play: Play) async throws {
    let desk = try Desk()
    try desk.write(try recipe("script", "sh"), to: "gate.sh")
    let ended = try await perform("./gate.sh", play, at: desk)
    #expect(ended.status == play.status)
    #expect(ended.calls == play.calls)
  }

  @Test("the step of the GitHub workflow ends as its gate does", arguments: plays)
  func gitHub(play: Play) async throws {
    let desk = try Desk()
    try desk.write(try recipe("script", "sh"), to: "ci/gate.sh")
    let yaml = try recipe("github", "yaml")
    let steps = Recipe.scripts(in: yaml, under: "run")
    let gate = try #require(steps.last)
    let ended = try await perform(gate, play, at: desk)
    #expect(ended.status == play.status)
    #expect(ended.calls == play.calls)
    #expect(yaml.contains("if: always()"), "the reports of a failed run are the ones that matter")
  }

  @Test("GitLab runs the job again after status 2 alone, and keeps the reports of a failure")
  func gitLab() async throws {
    let yaml = try recipe("gitlab", "yaml")
    #expect(Recipe.block("retry", in: yaml) == ["max: 1", "exit_codes: 2"])
    #expect(yaml.contains("when: always"))
    #expect(yaml.contains("junit: acceptance-results/junit.xml"))
    let desk = try Desk()
    let script = Recipe.list("script", in: yaml).joined(separator: "\n")
    let ended = try await perform(script, Play(ends: [1], calls: 1, status: 1), at: desk)
    #expect(ended.status == 1)
    #expect(ended.calls == 1)
  }

  @Test("the fastlane lane runs the gate script, and nothing else")
  func fastlane() throws {
    let lane = try recipe("fastlane", "ruby")
    #expect(lane.matches(of: /sh\(/).count == 1)
    #expect(lane.contains(#"sh("../ci/gate.sh")"#))
  }

  @Test(
    "the Xcode Cloud script runs the gate after the build for testing, elsewhere nothing",
    arguments: plays)
  func xcodeCloud(play: Play) async throws {
    let desk = try Desk()
    try desk.write(try recipe("script", "sh"), to: "ci/gate.sh")
    try desk.write(try recipe("xcode-cloud", "sh"), to: "ci_scripts/ci_post_xcodebuild.sh")
    let script = "ci_scripts/ci_post_xcodebuild.sh"
    let tested = try await perform(
      script, play, at: desk, environment: ["CI_XCODEBUILD_ACTION": "build-for-testing"])
    #expect(tested.status == play.status)
    #expect(tested.calls == play.calls)
    let archived = try await perform(
      script, play, at: desk, environment: ["CI_XCODEBUILD_ACTION": "archive"])
    #expect(archived.status == 0)
    #expect(archived.calls == 0)
  }

  @Test(
    "the recipes in YAML are YAML",
    .enabled(if: Recipe.canReadYAML, "python3 with its yaml module is not on this machine"),
    arguments: ["github", "gitlab"])
  func isYAML(name: String) async throws {
    let desk = try Desk()
    try desk.write(try recipe(name, "yaml"), to: "recipe.yaml")
    let read = try await desk.shell(
      "python3 -c 'import yaml; assert isinstance(yaml.safe_load(open(\"recipe.yaml\")), dict)'")
    #expect(read.status == 0, "\(read.output)")
  }

  private func recipe(_ name: String, _ language: String) throws -> String {
    let blocks = try Page.guide("Gates").blocks.filter { $0.mark == .recipe(name) }
    let block = try #require(blocks.first)
    #expect(blocks.count == 1)
    #expect(block.language == language)
    return block.text
  }

  private func perform(
    _ script: String, _ play: Play, at desk: Desk, environment: [String: String] = [:]
  ) async throws -> (status: Int32, calls: Int) {
    // The stand-in takes the next end off its list, and notes that it was called.
    try desk.write(
      """
      #!/bin/bash
      echo "$@" >>"$STAND_IN/calls"
      read -r status <"$STAND_IN/ends"
      sed -i.bak 1d "$STAND_IN/ends"
      exit "$status"
      """, to: "stand-in/acceptance")
    // Whoever builds the tool gets it built at once.
    try desk.write("#!/bin/bash\n", to: "stand-in/swift")
    try desk.write(play.ends.map { "\($0)\n" }.joined(), to: "stand-in/ends")
    try desk.write("", to: "stand-in/calls")
    let standIn = desk.folder.appendingPathComponent("stand-in").path
    let ended = try await desk.shell(
      script, before: [standIn],
      environment: environment.merging(
        [
          "STAND_IN": standIn, "ACCEPTANCE": "acceptance",
          "CI_PRIMARY_REPOSITORY_PATH": desk.folder.path,
        ]
      ) { own, _ in own })
    return (ended.status, try desk.text(of: "stand-in/calls").split(separator: "\n").count)
  }
}

/// As much of YAML as the recipes use.
private enum Recipe {
  static let canReadYAML: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import yaml"]
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// What stands under `key: |`, each place by itself, or after `key: ` on its line.
  static func scripts(in yaml: String, under key: String) -> [String] {
    let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      let line = lines[index].drop { $0 == " " || $0 == "-" }
      guard line.hasPrefix("\(key): ") else { return nil }
      let rest = line.dropFirst(key.count + 2)
      guard rest == "|" else { return String(rest) }
      let indent = indentation(lines[index + 1])
      return lines[(index + 1)...].prefix { indentation($0) >= indent || $0.isEmpty }
        .map { String($0.dropFirst(indent)) }.joined(separator: "\n")
    }
  }

  static func block(_ key: String, in yaml: String) -> [String] {
    let lines = yaml.split(separator: "\n")
    guard let start = lines.firstIndex(where: { $0.drop { $0 == " " } == "\(key):" }) else {
      return []
    }
    let indent = indentation(lines[start])
    return lines[(start + 1)...].prefix { indentation($0) > indent }
      .map { String($0.drop { $0 == " " }) }
  }

  static func list(_ key: String, in yaml: String) -> [String] {
    block(key, in: yaml).filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
  }

  private static func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
}
