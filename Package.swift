// swift-tools-version: 6.1

import PackageDescription

let libcrypto: [Target.Dependency] = [
  .target(name: "CLibCrypto", condition: .when(platforms: [.linux]))
]

let package = Package(
  name: "acceptance",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "acceptance", targets: ["acceptance"]),
    .executable(name: "queue-client", targets: ["queue-client"]),
    .executable(name: "faulty-client", targets: ["faulty-client"]),
    .library(name: "OfflineQueue", targets: ["OfflineQueue"]),
    .library(name: "OfflineQueueSQLite", targets: ["OfflineQueueSQLite"]),
    .library(name: "OfflineQueueCURL", targets: ["OfflineQueueCURL"]),
    .library(name: "OfflineQueueURLSession", targets: ["OfflineQueueURLSession"]),
    .library(name: "AcceptanceHook", targets: ["AcceptanceHook"]),
    .library(name: "AcceptanceTesting", targets: ["AcceptanceTesting"]),
  ],
  targets: [
    // System libraries and the C that Swift cannot say.
    .systemLibrary(
      name: "CLibCURL", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CLibSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CLibCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"])]),
    .target(name: "CProcess"),
    .target(name: "CFiles"),
    .target(name: "CSockets"),

    // The C library under one name; every other target with `Platform/` files imports it.
    .target(name: "SystemLibrary"),

    // Values: no I/O, no clock.
    .target(name: "StrictJSON"),
    .target(name: "Digests", dependencies: libcrypto),
    .target(name: "ClientContract", dependencies: ["StrictJSON"]),
    .target(name: "AcceptanceModel", dependencies: ["StrictJSON"]),
    .target(name: "ScenarioLoading", dependencies: ["AcceptanceModel", "StrictJSON"]),
    .target(name: "Judge", dependencies: ["AcceptanceModel", "StrictJSON"]),

    // The edge: sockets, processes, files.
    .target(
      name: "FaultServer",
      dependencies: [
        "AcceptanceModel", "CLibSQLite", "CSockets", "Digests", "StrictJSON", "SystemLibrary",
      ]),
    .target(
      name: "ClientDriving",
      dependencies: [
        "AcceptanceModel", "CProcess", "ClientContract", "StrictJSON", "SystemLibrary",
      ]),
    .target(
      name: "AcceptanceRunner",
      dependencies: [
        "AcceptanceModel", "ClientContract", "ClientDriving", "FaultServer", "Judge", "StrictJSON",
        "SystemLibrary",
      ]),
    .target(
      name: "Evidence",
      dependencies: ["AcceptanceModel", "CFiles", "Digests", "StrictJSON", "SystemLibrary"],
      exclude: ["Evidence.docc"]),
    .target(
      name: "Serving",
      dependencies: [
        "AcceptanceModel", "Digests", "Evidence", "FaultServer", "ScenarioLoading", "StrictJSON",
      ]),
    .target(
      name: "Reporting",
      dependencies: ["AcceptanceModel", "Digests", "Evidence", "Judge", "StrictJSON"]),

    .target(
      name: "Scoring",
      dependencies: ["AcceptanceModel", "AcceptanceRunner", "Reporting", "StrictJSON"],
      resources: [.embedInCode("BuiltIn/scenarios.json")]),

    .target(name: "Exploring", dependencies: ["AcceptanceModel", "StrictJSON"]),
    // A table inside a team's own tests.
    .target(
      name: "AcceptanceTesting",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "ClientDriving", "Judge", "ScenarioLoading",
      ], exclude: ["AcceptanceTesting.docc"]),
    // What `acceptance doctor` looks at.
    .target(
      name: "Doctor",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "ClientDriving", "FaultServer", "StrictJSON",
        "SystemLibrary",
      ]),
    // What `acceptance init` writes.
    .target(
      name: "Starters", dependencies: ["StrictJSON"],
      resources: [
        .embedInCode("Templates/client.sh"), .embedInCode("Templates/client.py"),
        .embedInCode("Templates/client.swift.txt"),
      ]),

    // The client's side done right: the only public API.
    .target(name: "OfflineQueue", dependencies: ["StrictJSON", "SystemLibrary"]),
    .target(
      name: "OfflineQueueSQLite", dependencies: ["CLibSQLite", "OfflineQueue", "SystemLibrary"]),
    .target(name: "OfflineQueueCURL", dependencies: ["CLibCURL", "OfflineQueue", "SystemLibrary"]),
    .target(
      name: "OfflineQueueURLSession", dependencies: ["OfflineQueue"],
      exclude: ["OfflineQueueURLSession.docc"]),
    // A client that sends by URLSession.
    .executableTarget(
      name: "urlsession-client",
      dependencies: ["ClientHarness", "OfflineQueueURLSession"],
      path: "Tests/Fixtures/urlsession-client"),
    // For an app's debug builds.
    .target(name: "AcceptanceHook"),
    .executableTarget(
      name: "hooked-client", dependencies: ["AcceptanceHook"], path: "Tests/Fixtures/hooked-client"),

    .executableTarget(
      name: "acceptance",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "ClientDriving", "Digests", "Doctor", "Evidence",
        "Exploring", "FaultServer", "Judge", "Reporting", "ScenarioLoading", "Scoring", "Serving",
        "Starters", "StrictJSON", "SystemLibrary",
        // Built beside, never linked: `swift run acceptance` must find them.
        "faulty-client", "queue-client",
      ]),
    // The client contract served over any queue.
    .target(
      name: "ClientHarness",
      dependencies: [
        "ClientContract", "OfflineQueue", "OfflineQueueCURL", "OfflineQueueSQLite", "StrictJSON",
        "SystemLibrary",
      ]),
    .executableTarget(name: "queue-client", dependencies: ["ClientHarness"]),
    .executableTarget(
      name: "faulty-client",
      dependencies: [
        "ClientContract", "ClientHarness", "OfflineQueue", "OfflineQueueCURL", "StrictJSON",
        "SystemLibrary",
      ]),

    // Tests.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON"]),
    .testTarget(name: "ClientContractTests", dependencies: ["ClientContract", "StrictJSON"]),
    .testTarget(
      name: "ScenarioLoadingTests",
      dependencies: ["AcceptanceModel", "ScenarioLoading", "StrictJSON"]),
    .testTarget(name: "JudgeTests", dependencies: ["AcceptanceModel", "Judge", "StrictJSON"]),
    .testTarget(
      name: "FaultServerTests",
      dependencies: [
        "AcceptanceModel", "CCurlProbe", "FaultServer", "StrictJSON", "SystemLibrary",
        "fault-server-alone",
      ],
      exclude: ["Fixtures"]),
    .target(name: "CCurlProbe", dependencies: ["CLibCURL"], path: "Tests/CCurlProbe"),
    .testTarget(
      name: "ClientDrivingTests",
      dependencies: [
        "AcceptanceModel", "ClientContract", "ClientDriving", "StrictJSON", "guarded-runner",
        "hooked-client",
      ], exclude: ["StandIns"]),
    // A runner that a test can kill.
    .executableTarget(
      name: "guarded-runner", dependencies: ["ClientDriving"],
      path: "Tests/Fixtures/guarded-runner"),
    .testTarget(
      name: "AcceptanceTestingTests",
      dependencies: ["AcceptanceTesting", "TestSupport", "queue-client"]),
    .testTarget(
      name: "DoctorTests",
      dependencies: ["AcceptanceModel", "AcceptanceRunner", "Doctor"]),
    .testTarget(
      name: "EvidenceTests",
      dependencies: ["AcceptanceModel", "Digests", "Evidence", "StrictJSON"]),
    .testTarget(
      name: "ReportingTests",
      dependencies: ["AcceptanceModel", "Digests", "Evidence", "Judge", "Reporting", "StrictJSON"],
      resources: [.copy("Schemas")]),
    .executableTarget(
      name: "fault-server-alone",
      dependencies: ["AcceptanceModel", "FaultServer", "SystemLibrary"],
      path: "Tests/Benchmarks/fault-server-alone"),
    .testTarget(
      name: "ServingTests",
      dependencies: [
        "AcceptanceModel", "Evidence", "FaultServer", "Serving", "StrictJSON", "SystemLibrary",
      ]),
    .testTarget(
      name: "OfflineQueueTests",
      dependencies: [
        "OfflineQueue", "OfflineQueueCURL", "OfflineQueueSQLite", "OfflineQueueURLSession",
        "SystemLibrary",
      ]),
    .testTarget(
      name: "FaultyClientTests",
      dependencies: [
        "ClientContract", "ClientHarness", "Judge", "OfflineQueue", "StrictJSON", "faulty-client",
      ]),
    .testTarget(
      name: "AcceptanceRunnerTests", dependencies: ["AcceptanceModel", "AcceptanceRunner"]),
    .testTarget(
      name: "ScoringTests",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "ScenarioLoading", "Scoring", "StrictJSON",
        "TestSupport", "faulty-client", "queue-client",
      ]),
    .testTarget(
      name: "ExploringTests",
      dependencies: ["AcceptanceModel", "Exploring", "StrictJSON"]),
    // What the documentation says is so: its commands, tables, recipes and verdicts.
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "AcceptanceHook", "AcceptanceModel", "AcceptanceTesting", "Judge", "OfflineQueue",
        "OfflineQueueCURL", "OfflineQueueSQLite",
        "TestSupport", "acceptance", "queue-client",
      ]),
    // The whole way through: real processes, sockets, stores and kills.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "Evidence", "ScenarioLoading", "StrictJSON",
        "TestSupport", "acceptance", "queue-client", "urlsession-client",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
