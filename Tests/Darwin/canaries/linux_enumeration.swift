// refused: value of type 'Int32' has no member 'rawValue'
import Darwin

let kind = Int32(SOCK_STREAM.rawValue)
