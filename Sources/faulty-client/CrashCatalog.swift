// Owns: which clients are wrong at an instant that no table of scenarios names: only a crash test, which
// tries every instant, finds them. Kept apart from `FaultyCatalog`, whose clients a table must catch.

enum CrashCatalog {
  static let all: [FaultyKind] = [
    .acknowledgedBeforeSync,
    .walNormal,
    .rewrittenInPlace,
    .renamedUnsynced,
  ]
}
