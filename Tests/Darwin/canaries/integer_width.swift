// refused: cannot convert return expression of type 'mode_t' (aka 'UInt16') to return type 'UInt32'
import Darwin

func mode(of status: stat) -> UInt32 { status.st_mode }
