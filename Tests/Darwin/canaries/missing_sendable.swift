// refused: let 'systemOpen' is not concurrency-safe
import Darwin

let systemOpen: (String, Int32, mode_t) -> Int32 = { Darwin.open($0, $1, $2) }
