// Owns: making the three pipes of a child and closing what is not needed.

import CProcess

/// The runner's ends, non-blocking. `output` and `error` are `nil` where they are discarded.
struct ParentEnds: Sendable {
  let input: Int32
  let output: Int32?
  let error: Int32?
}

struct ChildPipes {
  let childInput: Int32
  let childOutput: Int32
  let childError: Int32
  let parentEnds: ParentEnds

  static func open(outputs: ProcessSpec.Outputs) throws(DrivingError) -> ChildPipes {
    var opened: [Int32] = []
    do throws(DrivingError) {
      let input = try pipe(&opened)
      var out = (reading: Int32(-1), writing: Int32(-1))
      var err = (reading: Int32(-1), writing: Int32(-1))
      switch outputs {
      case .piped:
        out = try pipe(&opened)
        err = try pipe(&opened)
      case .discarded:
        out.writing = try null(&opened)
        err.writing = try null(&opened)
      }
      for end in [input.writing, out.reading, err.reading] where end >= 0 {
        guard acc_set_nonblocking(end) == 0 else {
          throw DrivingError.system(call: "a non-blocking pipe", errno: LibC.lastError)
        }
      }
      return ChildPipes(
        childInput: input.reading, childOutput: out.writing, childError: err.writing,
        parentEnds: ParentEnds(
          input: input.writing, output: out.reading < 0 ? nil : out.reading,
          error: err.reading < 0 ? nil : err.reading))
    } catch {
      for descriptor in opened { LibC.closeDescriptor(descriptor) }
      throw error
    }
  }

  func closeChildEnds() {
    for end in [childInput, childOutput, childError] { LibC.closeDescriptor(end) }
  }

  func closeParentEnds() {
    LibC.closeDescriptor(parentEnds.input)
    for end in [parentEnds.output, parentEnds.error] {
      if let end { LibC.closeDescriptor(end) }
    }
  }

  private static func pipe(
    _ opened: inout [Int32]
  ) throws(DrivingError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard acc_pipe(&ends) == 0 else {
      throw .system(call: "a pipe for the client", errno: LibC.lastError)
    }
    opened += ends
    return (ends[0], ends[1])
  }

  private static func null(_ opened: inout [Int32]) throws(DrivingError) -> Int32 {
    let descriptor = acc_open_null()
    guard descriptor >= 0 else {
      throw .system(call: "to open the null device", errno: LibC.lastError)
    }
    opened.append(descriptor)
    return descriptor
  }
}
