// accepted, on macos
import Darwin

#if !os(macOS)
  #error("macOS")
#endif

func folderSize(_ process: Int32) -> Int32 {
  var info = proc_vnodepathinfo()
  return proc_pidinfo(
    process, PROC_PIDVNODEPATHINFO, 0, &info, Int32(MemoryLayout<proc_vnodepathinfo>.size))
}
