#if os(Linux)

  import CProcess

  extension RefusedCall {
    package static func all() -> [RefusedCall] {
      let tried: [(String, Int32, String)] = [
        ("close_range", acc_try_close_range(), "each open file is closed by itself"),
        ("pidfd_open", acc_try_pidfd(), "processes are named by number and start time"),
        ("vfork", acc_try_vfork(), "fork takes its place"),
        (
          "prctl(PR_SET_CHILD_SUBREAPER)", acc_adopt_orphans() == 0 ? 0 : LibC.lastError,
          "a background process that leaves its session, folder and environment is not found"
        ),
      ]
      return tried.filter { $0.1 != 0 }.map { name, error, consequence in
        RefusedCall(name: name, reason: systemMessage(error), consequence: consequence)
      }
    }
  }

#endif
