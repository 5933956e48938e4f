/// The names of the operations of a burst: several taps in one step, `A-1`, `A-2`, … under the name `A`.
extension OperationName {
  /// - Parameter count: How many taps; a single one has the name itself.
  package func taps(_ count: Int) -> [OperationName] {
    count <= 1 ? [self] : (1...count).map { OperationName("\(text)-\($0)") }
  }

  /// The operations of the burst of this name, in order; none where there was no such burst.
  ///
  /// A burst's taps belong to one step and are numbered from 1 without gaps, so an operation of
  /// another step that is called `A-10` is none of them.
  ///
  /// - Parameter submitted: Every operation of the history with the step that submitted it.
  package func burst(in submitted: [OperationName: Int?]) -> [OperationName] {
    guard let step = submitted[OperationName("\(text)-1")] else { return [] }
    var members: [OperationName] = []
    while case let next = OperationName("\(text)-\(members.count + 1)"),
      let other = submitted[next], other == step
    {
      members.append(next)
    }
    return members
  }
}
