// refused: cannot convert value of type 'UnsafeMutablePointer<pthread_t>'
import Darwin

func start(_ thread: inout pthread_t) -> Int32 {
  pthread_create(&thread, nil, { _ in nil }, nil)
}
