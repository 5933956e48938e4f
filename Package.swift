// swift-tools-version: 6.1

import PackageDescription

let libcrypto: [Target.Dependency] = [
  .target(name: "CLibCrypto", condition: .when(platforms: [.linux]))
]

// The manifest runs on the machine that builds. The SDKs of macOS and iOS have all three libraries. Asked, pkg-config
// would name Homebrew's, which are built for macOS alone, so that an app for iOS would not link.
#if os(macOS)
  let curlPackage: String? = nil
  let sqlitePackage: String? = nil
  let zlibPackage: String? = nil
#else
  let curlPackage: String? = "libcurl"
  let sqlitePackage: String? = "sqlite3"
  let zlibPackage: String? = "zlib"
#endif

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
      name: "CLibCURL", pkgConfig: curlPackage, providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CLibSQLite", pkgConfig: sqlitePackage, providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CLibCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: zlibPackage, providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CBytes"),
    .target(name: "CProcess"),
    .target(name: "CFiles"),
    .target(name: "CSockets"),

    // The C library under one name; every other target with `Platform/` files imports it.
    .target(name: "SystemLibrary"),

    // Values: no I/O, no clock.
    .target(name: "StrictJSON"),
    .target(name: "Digests", dependencies: libcrypto),
    .target(name: "HTTPDates"),
    .target(name: "SQLiteKit", dependencies: ["CLibSQLite"]),
    .target(name: "Encodings", dependencies: ["CZlib"]),
    .target(name: "SecretSearch", dependencies: ["CBytes", "Encodings", "SystemLibrary"]),
    .target(name: "ClientContract", dependencies: ["AcceptanceModel", "StrictJSON"]),
    .target(name: "AcceptanceModel", dependencies: ["SecretSearch", "StrictJSON"]),
    .target(name: "ScenarioLoading", dependencies: ["AcceptanceModel", "StrictJSON"]),
    .target(name: "Judge", dependencies: ["AcceptanceModel", "StrictJSON"]),

    // The edge: sockets, processes, files.
    .target(
      name: "FaultServer",
      dependencies: [
        "AcceptanceModel", "CSockets", "Digests", "Encodings", "HTTPDates", "SQLiteKit",
        "StrictJSON",
        "SystemLibrary",
      ]),
    .target(
      name: "ClientDriving",
      dependencies: [
        "AcceptanceModel", "CProcess", "ClientContract", "ScenarioLoading", "StrictJSON",
        "SystemLibrary",
      ]),
    .target(
      name: "AcceptanceRunner",
      dependencies: [
        "AcceptanceModel", "ClientContract", "ClientDriving", "FaultServer", "Judge",
        "SecretSearch", "StrictJSON", "SystemLibrary",
      ]),
    .target(
      name: "Evidence",
      dependencies: [
        "AcceptanceModel", "CFiles", "Digests", "SecretSearch", "StrictJSON", "SystemLibrary",
      ],
      exclude: ["Evidence.docc"]),
    .target(
      name: "Serving",
      dependencies: [
        "AcceptanceModel", "Digests", "Encodings", "Evidence", "FaultServer", "ScenarioLoading",
        "SecretSearch", "StrictJSON",
      ]),
    .target(
      name: "Reporting",
      dependencies: [
        "AcceptanceModel", "Digests", "Encodings", "Evidence", "Judge", "SecretSearch",
        "StrictJSON",
      ]),

    .target(
      name: "Scoring",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "ClientDriving", "Reporting", "StrictJSON",
      ],
      resources: [.embedInCode("BuiltIn/scenarios.json")]),

    .target(name: "Exploring", dependencies: ["AcceptanceModel", "StrictJSON"]),
    // A client at every instant at which it can die, with the program that watches its system calls.
    .target(
      name: "CrashTesting",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "ClientDriving", "FaultServer", "Reporting",
        "StrictJSON",
      ]),
    .executableTarget(name: "crash-tracer"),
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
        "AcceptanceModel", "AcceptanceRunner", "ClientDriving", "Evidence", "FaultServer",
        "StrictJSON",
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
    .target(
      name: "OfflineQueue", dependencies: ["HTTPDates", "StrictJSON", "SystemLibrary"],
      exclude: ["OfflineQueue.docc"]),
    .target(
      name: "OfflineQueueSQLite",
      dependencies: ["CLibSQLite", "OfflineQueue", "SQLiteKit", "SystemLibrary"]),
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

    // The commands, so that tests can run them with catalogues of their own.
    .target(
      name: "AcceptanceCommands",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "ClientContract", "ClientDriving", "CrashTesting",
        "Digests",
        "Doctor", "Evidence",
        "Exploring", "FaultServer", "Judge", "Reporting", "ScenarioLoading", "Scoring", "Serving",
        "Starters", "StrictJSON", "SystemLibrary",
      ]),
    .executableTarget(
      name: "acceptance",
      dependencies: [
        "AcceptanceCommands",
        // Built beside, never linked: `swift run acceptance` must find them.
        "crash-tracer", "faulty-client", "queue-client",
      ]),
    // The client contract served over any queue.
    .target(
      name: "ClientHarness",
      dependencies: [
        "AcceptanceModel", "ClientContract", "OfflineQueue", "OfflineQueueCURL",
        "OfflineQueueSQLite", "StrictJSON",
        "SystemLibrary",
      ]),
    .executableTarget(name: "queue-client", dependencies: ["ClientHarness"]),
    .executableTarget(
      name: "faulty-client",
      dependencies: [
        "ClientContract", "ClientHarness", "OfflineQueue", "OfflineQueueCURL",
        "OfflineQueueSQLite", "StrictJSON", "SystemLibrary",
      ]),

    // Tests.
    .target(name: "CTestLimits", dependencies: ["CProcess"], path: "Tests/CTestLimits"),
    .target(name: "TestSupport", dependencies: ["CTestLimits"], path: "Tests/TestSupport"),
    .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON"]),
    .testTarget(
      name: "ClientContractTests",
      dependencies: ["AcceptanceModel", "ClientContract", "StrictJSON"]),
    .testTarget(name: "SecretSearchTests", dependencies: ["Digests", "Encodings", "SecretSearch"]),
    .testTarget(
      name: "ScenarioLoadingTests",
      dependencies: ["AcceptanceModel", "ClientDriving", "ScenarioLoading", "StrictJSON"]),
    .testTarget(
      name: "JudgeTests",
      dependencies: [
        "AcceptanceModel", "ClientContract", "ClientDriving", "Evidence", "FaultServer", "Judge",
        "Reporting", "ScenarioLoading", "StrictJSON",
      ],
      exclude: ["Messages/messages.md"]),
    .testTarget(
      name: "FaultServerTests",
      dependencies: [
        "AcceptanceModel", "CCurlProbe", "FaultServer", "HTTPDates", "SQLiteKit", "StrictJSON",
        "SystemLibrary",
        "TestSupport", "fault-server-alone",
      ],
      exclude: ["Fixtures"]),
    .target(name: "CCurlProbe", dependencies: ["CLibCURL"], path: "Tests/CCurlProbe"),
    .testTarget(
      name: "ClientDrivingTests",
      dependencies: [
        "AcceptanceModel", "ClientContract", "ClientDriving", "StrictJSON", "TestSupport",
        "confined-launch", "guarded-runner", "hooked-client",
      ], exclude: ["StandIns"]),
    // Runs a program under a seccomp filter, as a container runtime does.
    .executableTarget(name: "confined-launch", path: "Tests/Fixtures/confined-launch"),
    // A runner that a test can kill.
    .executableTarget(
      name: "guarded-runner", dependencies: ["ClientDriving"],
      path: "Tests/Fixtures/guarded-runner"),
    .testTarget(
      name: "AcceptanceTestingTests",
      dependencies: ["AcceptanceTesting", "TestSupport", "queue-client"]),
    .testTarget(
      name: "DoctorTests",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "ClientDriving", "Doctor", "SystemLibrary",
      ]),
    .testTarget(
      name: "EvidenceTests",
      dependencies: ["AcceptanceModel", "Digests", "Evidence", "SecretSearch", "StrictJSON"],
      exclude: ["Golden"]),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "AcceptanceModel", "Digests", "Evidence", "Judge", "Reporting", "SecretSearch",
        "StrictJSON",
      ],
      exclude: ["Golden"],
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
      name: "AcceptanceRunnerTests",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "ClientDriving", "FaultServer", "SecretSearch",
        "StrictJSON",
      ]),
    .testTarget(
      name: "ScoringTests",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "ClientDriving", "ScenarioLoading", "Scoring",
        "StrictJSON",
        "TestSupport", "faulty-client", "queue-client",
      ]),
    .testTarget(
      name: "CrashTestingTests",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "ClientDriving", "CrashTesting", "FaultServer",
        "StrictJSON", "TestSupport", "crash-tracer",
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
    // A reporter, a JUnit dialect and a driver that are added without a change to any source.
    .executableTarget(
      name: "extended-acceptance",
      dependencies: [
        "AcceptanceCommands", "AcceptanceModel", "ClientDriving", "Evidence", "Reporting",
        "ScenarioLoading",
      ], path: "Tests/ExtensionTests/extended-acceptance"),
    .testTarget(
      name: "ExtensionTests",
      dependencies: ["TestSupport", "acceptance", "extended-acceptance", "queue-client"],
      exclude: ["extended-acceptance"]),
    // The whole way through: real processes, sockets, stores and kills.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "AcceptanceModel", "AcceptanceRunner", "CrashTesting", "Evidence", "ScenarioLoading",
        "StrictJSON", "TestSupport", "acceptance", "queue-client", "urlsession-client",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Where the project itself is checked. Not in general: another compiler may warn of something new.
if Context.environment["WARNINGS_AS_ERRORS"] == "1" {
  for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-warnings-as-errors"])]
  }
}
