// Owns: whether two JSON bodies mean the same, as a lenient server sees it: 1 is 1.0 is true, the
// order of names does not matter, text is compared by code points.

import StrictJSON

enum PayloadEquality {
  static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    // Within a body NaN equals itself, because it is one object there; on its own it never does.
    if case .string(PermissiveJSON.notANumber) = left { return false }
    return compare(left, right)
  }

  private static func compare(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy(compare)
    case (.object(let left), .object(let right)): compare(left, right)
    case (.number, .number), (.number, .bool), (.bool, .number), (.bool, .bool):
      ExactNumber(left) == ExactNumber(right)
    default: false
    }
  }

  private static func compare(_ left: [JSONMember], _ right: [JSONMember]) -> Bool {
    guard left.count == right.count else { return false }
    var values: [[UInt8]: JSONValue] = [:]
    for member in right { values[Array(member.name.utf8)] = member.value }
    return left.allSatisfy { member in
      guard let value = values[Array(member.name.utf8)] else { return false }
      return compare(member.value, value)
    }
  }
}

/// A number as a lenient server holds it: whole numbers exactly, everything else as a double.
private enum ExactNumber: Equatable {
  /// Decimal digits without leading zeros.
  case whole(isNegative: Bool, digits: [UInt8])
  case fraction(Double)

  init?(_ value: JSONValue) {
    switch value {
    case .bool(let flag): self = .whole(isNegative: false, digits: flag ? [1] : [])
    case .number(let text):
      if text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }.map { $0 - 0x30 }
          .drop { $0 == 0 }
        self = .whole(isNegative: text.hasPrefix("-") && !digits.isEmpty, digits: Array(digits))
      } else if let double = Double(text) {
        self = Self.exact(double)
      } else {
        return nil
      }
    case .null, .string, .array, .object: return nil
    }
  }

  private static func exact(_ double: Double) -> ExactNumber {
    guard double.isFinite, double == double.rounded(.towardZero) else { return .fraction(double) }
    var digits: [UInt8] = []
    guard double != 0 else { return .whole(isNegative: false, digits: digits) }
    // significand × 2^exponent, written out: doubles go beyond every integer type.
    let shift = max(0, double.exponent - 52)
    var number = UInt64((double.magnitude / Double(sign: .plus, exponent: shift, significand: 1)))
    while number > 0 {
      digits.append(UInt8(number % 10))
      number /= 10
    }
    for _ in 0..<shift { doubleDigits(&digits) }
    return .whole(isNegative: double < 0, digits: digits.reversed())
  }

  /// Least significant digit first.
  private static func doubleDigits(_ digits: inout [UInt8]) {
    var carry: UInt8 = 0
    for index in digits.indices {
      let value = digits[index] * 2 + carry
      digits[index] = value % 10
      carry = value / 10
    }
    if carry > 0 { digits.append(carry) }
  }
}
