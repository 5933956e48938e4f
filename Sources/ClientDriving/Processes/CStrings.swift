// Owns: a NULL-terminated array of C strings, as exec takes it.

import SystemLibrary

struct CStrings: ~Copyable {
  private var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) {
    pointers = texts.map { strdup($0) } + [nil]
  }

  deinit {
    for pointer in pointers { free(pointer) }
  }

  func withPointer<Result>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
