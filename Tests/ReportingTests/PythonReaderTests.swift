import AcceptanceModel
import Evidence
import Foundation
import Reporting
import Testing

/// Reads the reports as the pipelines do that are written in Python: with junitparser and lxml.
@Suite("Readers in Python", .enabled(if: Tool.isThere("python3"), "python3 is not on this machine"))
struct PythonReaderTests {
  @Test("junitparser and lxml read every dialect, and count what was counted")
  func readBack() throws {
    let workshop = try Workshop()
    let python = try environment(workshop)
    let hostile = Sample.hostileTexts.enumerated().map { index, text in
      Sample.report(
        "h\(index)", .failed([Sample.finding("key-changed", "\(table: text)")]), title: text)
    }
    let report = try Sample.redacted(Sample.mixed + hostile)
    let names = JUnitDialect.all.map { "\($0.name).xml" }
    for (dialect, name) in zip(JUnitDialect.all, names) {
      let text = JUnitReporter.document(for: report, options: JUnitOptions(dialect: dialect))
      try workshop.write(text, to: name)
    }
    try workshop.write(Self.reader, to: "reader.py")
    let result = try Tool.run([python, "reader.py"] + names, in: workshop.path)
    #expect(result.status == 0, "\(result.output)")
    let failed = 1 + hostile.count
    let expected = names.map { "\($0) \(5 + hostile.count) \(failed) 2 1 key-survives-kill\n" }
    #expect(result.output == expected.joined())
  }

  /// The counts that are written and those that are found, and the first failure's case.
  private static let reader = """
    import sys
    from junitparser import JUnitXml, TestSuite, Failure, Error, Skipped
    from lxml import etree
    for name in sys.argv[1:]:
        tree = etree.parse(name)
        read = JUnitXml.fromfile(name)
        suites = [read] if isinstance(read, TestSuite) else list(read)
        cases = [case for suite in suites for case in suite]
        found = [sum(any(isinstance(r, kind) for r in case.result) for case in cases)
                 for kind in (Failure, Error, Skipped)]
        told = [sum(getattr(suite, what) for suite in suites)
                for what in ("failures", "errors", "skipped")]
        assert found == told, (name, found, told)
        assert len(cases) == sum(suite.tests for suite in suites), name
        assert len({case.name for case in cases}) == len(cases), name
        assert all(case.time is not None and case.classname for case in cases), name
        for case in cases:
            for result in case.result:
                assert result.message and result.message in result.text, (name, case.name)
        first = next(case for case in cases if any(isinstance(r, Failure) for r in case.result))
        assert len(tree.findall(".//testcase")) == len(cases), name
        print(name, len(cases), *found, first.name.split(":")[0])

    """

  /// As timeout(1), which macOS does not have.
  private static let withinSeconds = """
    import subprocess, sys
    try: sys.exit(subprocess.run(sys.argv[2:], timeout=float(sys.argv[1])).returncode)
    except subprocess.TimeoutExpired: sys.exit(124)
    """

  /// A python with both packages, in the test's own folder. Where the registry cannot be reached, or
  /// takes longer than a test may, the test is cancelled with that reason.
  private func environment(_ workshop: Workshop) throws -> String {
    let python = workshop.at("python/bin/python3")
    let made = try Tool.run(["python3", "-m", "venv", "--without-pip", workshop.at("python")])
    guard made.status == 0 else { try Test.cancel("python3 -m venv does not work here") }
    let installed = try Tool.run([
      "python3", "-c", Self.withinSeconds, "40", "python3", "-m", "pip", "--python", python,
      "install", "--quiet",
      "--disable-pip-version-check", "--no-compile", "--only-binary", ":all:", "--retries", "0",
      "--timeout", "5", "junitparser", "lxml",
    ])
    guard installed.status == 0 else {
      try Test.cancel("junitparser and lxml could not be installed from the registry")
    }
    return python
  }
}
