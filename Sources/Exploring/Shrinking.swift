// Owns: making a plan that shows a fault simpler, as long as it still shows it.
// Does not own: running plans.

extension GeneratedScenario {
  /// Every plan that lacks one thing of this one, those that lack most first.
  package var simpler: [GeneratedScenario] {
    var plans: [GeneratedScenario] = []
    for index in operations.indices where operations.count > 1 {
      var plan = self
      let gone = plan.operations.remove(at: index).name
      for other in plan.operations.indices where plan.operations[other].like == gone {
        plan.operations[other].like = nil
      }
      plans.append(plan)
    }
    for index in deaths.indices {
      var plan = self
      plan.deaths.remove(at: index)
      plans.append(plan)
    }
    for index in operations.indices {
      for trouble in operations[index].troubles.indices {
        var plan = self
        plan.operations[index].troubles.remove(at: trouble)
        plans.append(plan)
      }
      if operations[index].after != nil { plans.append(with(index) { $0.after = nil }) }
      if operations[index].isOffline { plans.append(with(index) { $0.isOffline = false }) }
      if operations[index].like != nil { plans.append(with(index) { $0.like = nil }) }
    }
    if endsInSilence {
      var plan = self
      plan.endsInSilence = false
      plans.append(plan)
    }
    return plans
  }

  private func with(_ index: Int, _ change: (inout Operation) -> Void) -> GeneratedScenario {
    var plan = self
    change(&plan.operations[index])
    return plan
  }
}

package enum Shrinking {
  /// The simplest plan that is reached by leaving one thing out at a time while the fault shows.
  ///
  /// - Parameters:
  ///   - runLimit: How many plans are tried at most; the best so far is returned then.
  ///   - shows: Of the plans given, the index of the first that shows the fault; `nil` where none
  ///     does. They may be run at once.
  package static func simplest(
    _ plan: GeneratedScenario, runLimit: Int, shows: ([GeneratedScenario]) async -> Int?
  ) async -> GeneratedScenario {
    var best = plan
    var tried: Set<GeneratedScenario> = [plan]
    var runsLeft = runLimit
    while runsLeft > 0 {
      let candidates = Array(best.simpler.filter { tried.insert($0).inserted }.prefix(runsLeft))
      guard !candidates.isEmpty else { break }
      runsLeft -= candidates.count
      guard let index = await shows(candidates) else { break }
      // The later ones were not necessarily looked at: they come up again, from the simpler plan.
      best = candidates[index]
    }
    return best
  }
}
