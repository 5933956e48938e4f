import AcceptanceModel
import Evidence
import Reporting
import Testing

@Suite("Annotations for build servers")
struct AnnotationTests {
  private func lines(_ renderer: AnnotationRenderer, _ reports: [ScenarioReport]) throws -> [String]
  {
    renderer.lines(for: try Sample.redacted(reports), file: "tests/scenarios.json")
  }

  @Test("GitHub: an error at the scenario's line, properties and text escaped")
  func github() throws {
    let finding = Sample.finding("key-changed", "after 50%, again")
    let report = Sample.report("a,b:c", .failed([finding, Sample.finding("x", "too")]))
    #expect(
      try lines(.github, [report]) == [
        "::error file=tests/scenarios.json,line=7,col=3,title=a%2Cb%3Ac%3A key-changed%2C x"
          + "::key-changed: after 50%25, again%0Ax: too"
      ])
  }

  @Test("GitHub: ten lines at most, and the last one counts the rest")
  func githubLimit() throws {
    let many = (1...25).map { Sample.report("s\($0)", .failed([Sample.finding()])) }
    let lines = try lines(.github, many)
    #expect(lines.count == 10)
    #expect(lines.last?.contains("16 more") == true)
    #expect(try self.lines(.github, Array(many.prefix(10))).count == 10)
  }

  @Test("Azure: a logged issue")
  func azure() throws {
    let line = try lines(.azure, [Sample.report("a", .failed([Sample.finding()]))]).first
    #expect(
      line == "##vso[task.logissue type=error;sourcepath=tests/scenarios.json;linenumber=7;"
        + "columnnumber=3;]a: key-changed: key-changed: operation A was sent under a second key")
  }

  @Test("TeamCity: every scenario is a test, bars and quotes escaped, each started one finished")
  func teamCity() throws {
    let lines = try lines(.teamcity, Sample.mixed + [Sample.report("it's|[ü]", .passed)])
    #expect(lines.contains("##teamcity[testStarted name='it|'s|||[|0x00fc|]: a title']"))
    #expect(lines.filter { $0.contains("testStarted") }.count == 5)
    #expect(lines.filter { $0.contains("testFinished") }.count == 5)
    #expect(lines.filter { $0.contains("testFailed") }.count == 3)
    #expect(lines.filter { $0.contains("testIgnored") }.count == 1)
  }

  @Test("passing runs annotate nothing", arguments: [AnnotationRenderer.github, .gitlab, .azure])
  func nothing(renderer: AnnotationRenderer) throws {
    #expect(try lines(renderer, [Sample.report("a", .passed)]).isEmpty)
  }

  @Test(
    "a hostile title stays within its line",
    arguments: [AnnotationRenderer.github, .azure, .teamcity])
  func hostile(renderer: AnnotationRenderer) throws {
    let reports = Sample.hostileTexts.map { text in
      Sample.report("a", .error(.serverFailed(reason: "\(table: text)")), title: text)
    }
    for line in try lines(renderer, reports) {
      #expect(!line.contains("\n") && !line.contains("\r"))
      #expect(
        line.hasPrefix("::error ") || line.hasPrefix("##vso[task.logissue ")
          || line.hasPrefix("##teamcity[test"))
    }
  }

  @Test("the job's summary stays below its limit and says what it left out")
  func summary() throws {
    let many = (1...400).map { Sample.report("s\($0)", .failed([Sample.finding()])) }
    let text = JobSummary.markdown(try Sample.redacted(many), byteLimit: 5000)
    #expect(text.utf8.count < 5000)
    #expect(text.hasPrefix("## 400 of 400 failed\n"))
    #expect(text.contains("more scenarios.\n"))
  }

  @Test("the build server is told by its variable")
  func detection() {
    #expect(AnnotationRenderer.detected(in: ["GITHUB_ACTIONS": "true"]) == .github)
    #expect(AnnotationRenderer.detected(in: ["GITLAB_CI": "true"]) == .gitlab)
    #expect(AnnotationRenderer.detected(in: ["TF_BUILD": "True"]) == .azure)
    #expect(AnnotationRenderer.detected(in: ["TEAMCITY_VERSION": "2026.1"]) == .teamcity)
    #expect(AnnotationRenderer.detected(in: ["CI": "true"]) == nil)
  }
}
