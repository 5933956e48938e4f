// refused: cannot find 'Process' in scope, on ios
import Foundation

let process = Process()
