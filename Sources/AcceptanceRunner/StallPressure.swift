import Foundation

/// For how long tasks of the machine were stalled for want of storage or memory.
///
/// Kernel documentation: `accounting/psi`. Where there is no such file (macOS, older kernels,
/// containers without it), nothing is counted.
enum StallPressure {
  /// Since the machine's start, both kinds added up; `nil` where the system does not count.
  static func total() -> Duration? {
    let totals = ["/proc/pressure/io", "/proc/pressure/memory"].compactMap { path -> Duration? in
      guard let file = fopen(path, "r") else { return nil }
      defer { fclose(file) }
      var buffer = [UInt8](repeating: 0, count: 256)
      let count = fread(&buffer, 1, buffer.count, file)
      return total(ofFile: String(decoding: buffer.prefix(count), as: UTF8.self))
    }
    return totals.isEmpty ? nil : totals.reduce(.zero, +)
  }

  /// `some avg10=0.00 avg60=0.00 avg300=0.00 total=1234`, in microseconds.
  static func total(ofFile text: String) -> Duration? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") }),
      let field = line.split(separator: " ").first(where: { $0.hasPrefix("total=") }),
      let microseconds = Int64(field.dropFirst("total=".count))
    else { return nil }
    return .microseconds(microseconds)
  }
}
