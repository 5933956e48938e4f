/// Numbers from 1, each given once: they name the scenarios' folders.
actor RunningNumber {
  private var last = 0

  func next() -> Int {
    last += 1
    return last
  }
}
