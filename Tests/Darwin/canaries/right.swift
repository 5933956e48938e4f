// accepted
import Darwin
import Synchronization

#if os(Linux) || canImport(Glibc) || canImport(FoundationNetworking)
  #error("not an Apple system")
#endif
#if !canImport(Darwin) || !canImport(CryptoKit)
  #error("an Apple system")
#endif

let kind: Int32 = SOCK_STREAM
let systemOpen: @Sendable (String, Int32, mode_t) -> Int32 = { Darwin.open($0, $1, $2) }

func mode(of status: stat) -> UInt16 { status.st_mode }

func start() -> pthread_t? {
  var thread: pthread_t?
  return pthread_create(&thread, nil, { _ in nil }, nil) == 0 ? thread : nil
}
