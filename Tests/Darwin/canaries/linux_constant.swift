// refused: cannot find 'MSG_MORE' in scope
import Darwin

let flags = Int32(MSG_MORE)
