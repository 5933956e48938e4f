// Owns: what the command line says of filters, help, files and arguments that cannot be used.

import Foundation
import TestSupport
import Testing

@Suite(.wholeRun) struct CommandLineTests {
  @Test(
    "a filter that matches nothing is status 64 with a suggestion, whatever else matches",
    arguments: [
      (["--only", "relaunch", "--only", "relanch"], #"--only: no id or group matches "relanch""#),
      (["--skip", "relanch"], #"--skip: no id or group matches "relanch""#),
    ])
  func filter(_ options: [String], _ sentence: String) async throws {
    let place = try Workplace()
    for command in [[], ["list"], ["score"]] {
      let run = try await place.start(command + [Workplace.table] + options).outcome
      #expect(run.status == 64, "\(command) \(run.stdout)\(run.stderr)")
      #expect(
        run.stderr == "acceptance: \(sentence); did you mean \"relaunch\"?\n", "\(command)")
    }
    #expect(!FileManager.default.fileExists(atPath: place.path("acceptance-results")))
  }

  @Test("a kind of client that is not there is status 64 with a suggestion")
  func kind() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(
      "score", Workplace.table, "--kind", "hot-loop", "--kind", "hot-lopo")
    #expect(run.status == 64)
    #expect(run.stderr.contains(#"no client's name matches "hot-lopo"; did you mean "hot-loop"?"#))
  }

  @Test("a word that is far from all others gets no suggestion, but what is accepted")
  func farWord() async throws {
    let place = try Workplace()
    let run = try await place.acceptance(Workplace.table, "--only", "x")
    #expect(run.status == 64)
    #expect(!run.stderr.contains("did you mean"))
    #expect(run.stderr.contains("accepted are "), "\(run.stderr)")
  }

  @Test("the help of a command is printed by help COMMAND and COMMAND --help, also of run")
  func help() async throws {
    let place = try Workplace()
    let byWord = try await place.acceptance("help", "run")
    let byOption = try await place.acceptance("run", "--help")
    #expect(byWord.status == 0 && byOption.status == 0)
    #expect(byWord.stdout == byOption.stdout)
    #expect(byWord.stdout.contains("--max-duration SECONDS"))
    let all = try await place.acceptance("help")
    #expect(all.stdout.contains("acceptance [run] FILE"))
    let wrong = try await place.acceptance("help", "rnu")
    #expect(wrong.status == 64)
    #expect(wrong.stderr.contains(#"there is no command "rnu"; did you mean "run"?"#))
  }

  @Test("misspelt commands and options are answered with the nearest one")
  func misspelt() async throws {
    let place = try Workplace()
    let command = try await place.acceptance("validte", "x")
    #expect(command.stderr.contains(#"did you mean "validate"?"#), "\(command.stderr)")
    let option = try await place.acceptance(Workplace.table, "--max-durtion", "1")
    #expect(option.stderr.contains("did you mean --max-duration?"), "\(option.stderr)")
    #expect([command.status, option.status] == [64, 64])
  }

  @Test("without arguments the first commands are printed, status 64")
  func noArguments() async throws {
    let run = try await Workplace().acceptance()
    #expect(run.status == 64)
    for word in ["acceptance init", "acceptance scenarios.json", "acceptance doctor"] {
      #expect(run.stderr.contains(word), "\(run.stderr)")
    }
  }

  @Test("no text of help speaks of what is left out or of what nobody does")
  func helpWords() async throws {
    let place = try Workplace()
    let all = try await place.acceptance("help").stdout
    let names = all.matches(of: /(?m)^  acceptance (?:\[run\]|([a-z]+))/).map {
      $0.1.map(String.init) ?? "run"
    }
    #expect(names.count > 15)
    for name in names {
      let text = try await place.acceptance("help", name).stdout
      for word in ["if left out", "nobody", "in turn", "stands", "is told"] {
        #expect(!text.contains(word), "help \(name): \(word)")
      }
    }
  }

  @Test("the command that runs failures again can be run as it is")
  func rerun() async throws {
    let place = try Workplace()
    _ = try place.write("exit 3", to: "my client.sh")
    let client = #"sh "./my client.sh" 'an argument' --token=$X"#
    let run = try await place.acceptance(
      Workplace.table, "--only", "created", "--client", client)
    let line = try #require(run.stdout.firstMatch(of: /(?m)^rerun     (acceptance .*)$/)).1
    _ = try place.write(
      "PATH='\(Workplace.programs.path)':$PATH\n\(line) >again.out 2>again.err\necho $?",
      to: "again.sh")
    let again = try await RunningProgram(
      URL(fileURLWithPath: "/bin/sh"), ["again.sh"], in: place.folder
    ).outcome
    #expect(again.stdout == "2\n", "\(again.stdout)\(again.stderr)")
    #expect(try place.text("again.err").contains("(exit status 3)"))
    #expect(try place.text("again.out").contains("\n" + "rerun     \(line)\n"))
    let page = try place.text("acceptance-results/report.html")
    #expect(!page.contains("an argument") && !page.contains("Run it again"))
  }

  @Test("a table may come from a pipe, and its client's paths lead from the current folder")
  func pipedTable() async throws {
    let place = try Workplace()
    _ = try place.write("exit 3", to: "client.sh")
    let table = try place.write(
      """
      {"version": 1, "client": {"command": ["sh", "./client.sh"]},
       "scenarios": [{"id": "a", "title": "t", "steps": [{"do": "launch"},
         {"do": "check", "records": 0}]}]}
      """, to: "table.json")
    let program = Workplace.programs.appendingPathComponent("acceptance").path
    for command in [
      "cat '\(table)' | '\(program)' /dev/stdin", "'\(program)' /dev/stdin <'\(table)'",
    ] {
      _ = try place.write(command, to: "piped.sh")
      let run = try await RunningProgram(
        URL(fileURLWithPath: "/bin/sh"), ["piped.sh"], in: place.folder
      ).outcome
      #expect(run.status == 2, "\(command): \(run.stderr)")
      #expect(run.stderr.contains("(exit status 3)"), "\(run.stderr)")
    }
  }

  @Test("of very many problems the first fifty and their number are printed")
  func manyProblems() async throws {
    let place = try Workplace()
    let keys = (1...3000).map { "\"sceanrio\($0)\": 1" }.joined(separator: ",\n")
    let table = try place.write("{\"version\": 1, \(keys)}", to: "table.json")
    let run = try await place.acceptance("validate", table)
    #expect(run.status == 65)
    let lines = run.stderr.split(separator: "\n")
    #expect(lines.count == 51)
    let left = try #require(lines.last?.wholeMatch(of: /and ([0-9]+) more problems/)).1
    #expect((Int(left) ?? 0) >= 2950)
  }

  @Test("a file of evidence or a table without end is one sentence")
  func huge() async throws {
    let place = try Workplace()
    let table = try place.write("{", to: "table.json")
    truncate(table, 8 << 30)
    let read = try await place.acceptance("validate", table)
    #expect(read.status == 64)
    #expect(read.stderr.contains("the file has more than 64 MiB"), "\(read.stderr)")

    _ = try place.write("exit 3", to: "client.sh")
    _ = try await place.acceptance(
      Workplace.table, "--only", "created", "--client", "sh ./client.sh")
    truncate(place.path("acceptance-results/evidence/001.jsonl"), 8 << 30)
    for command in ["verify", "evidence", "recheck"] {
      let run = try await place.acceptance(command, "acceptance-results")
      #expect(run.status == 14, "\(command): \(run.stderr)")
      #expect((run.stdout + run.stderr).contains("more than 256 MiB"), "\(run.stdout)\(run.stderr)")
    }
  }

  @Test("an argument or TMPDIR that is no text is refused; nothing is written to another path")
  func notText() async throws {
    let place = try Workplace()
    let program = Workplace.programs.appendingPathComponent("acceptance").path
    for (command, sentence) in [
      ("'\(program)' '\(Workplace.table)' --results \"$(printf 'r\\351s')\"", "byte 0xE9"),
      ("TMPDIR=\"$(printf '/tmp/r\\351s')\" '\(program)' '\(Workplace.table)'", "TMPDIR"),
      ("TMPDIR=\"$(printf '/tmp/a\\nb')\" '\(program)' '\(Workplace.table)'", "TMPDIR"),
    ] {
      _ = try place.write(command, to: "call.sh")
      let run = try await RunningProgram(
        URL(fileURLWithPath: "/bin/sh"), ["call.sh"], in: place.folder
      ).outcome
      #expect(run.status == 64, "\(command): \(run.stdout)\(run.stderr)")
      #expect(run.stderr.contains(sentence), "\(run.stderr)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
        .filter { !$0.hasPrefix(".") } == ["call.sh"])
  }

  @Test("the report of a killed run has the case redaction/no-leak, as the run's own has")
  func killedReport() async throws {
    let place = try Workplace()
    let pipe = try NamedPipe(path: place.path("pipe"))
    _ = try place.write(
      """
      case $ACCEPTANCE_HOME in */start*/home) first=yes ;; esac
      read -r line
      echo '{"id":1,"ok":true,"protocol":1,"client":"c","can":["submit"]}'
      test -n "$first" && exit 0
      echo here > '\(pipe.path)'
      cat > /dev/null
      """, to: "client.sh")
    let run = try place.start([
      Workplace.table, "--only", "created", "--client", "sh ./client.sh",
    ])
    #expect(try await pipe.firstLine().line == "here")
    run.signal(SIGKILL)
    #expect(try await run.outcome.status == -SIGKILL)
    let own = try place.text("acceptance-results/junit.xml")
    let report = try await place.acceptance("report", "acceptance-results")
    #expect(report.status == 10, "\(report.stderr)")
    let again = try place.text("acceptance-report/junit.xml")
    #expect(own.contains("redaction/no-leak") && again.contains("redaction/no-leak"))
    #expect(own.contains(#"tests="2""#) && again.contains(#"tests="2""#))
  }
}
