// refused: cannot convert value of type 'Int' to expected argument type '__darwin_suseconds_t' (aka 'Int32')
import Darwin

func limit(_ microseconds: Int) -> timeval { timeval(tv_sec: 0, tv_usec: microseconds) }
