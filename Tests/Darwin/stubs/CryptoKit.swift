// Stand-in for CryptoKit: SHA-256 and its HMAC, with Apple's signatures (Data stands for DataProtocol).
import Foundation

public protocol Digest: Hashable, Sendable, Sequence where Element == UInt8 {
  static var byteCount: Int { get }
}
public struct SHA256Digest: Digest {
  public static var byteCount: Int { 32 }
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}
public protocol HashFunction: Sendable {
  associatedtype Digest: CryptoKit.Digest
  init()
  mutating func update(bufferPointer: UnsafeRawBufferPointer)
  func finalize() -> Digest
}
extension HashFunction {
  public static func hash<D: DataProtocol>(data: D) -> Digest { fatalError() }
  public mutating func update<D: DataProtocol>(data: D) {}
}
public struct SHA256: HashFunction {
  public typealias Digest = SHA256Digest
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> SHA256Digest { fatalError() }
}
public protocol ContiguousBytes_ {}
public struct SymmetricKey: Sendable, Equatable {
  public init<D: ContiguousBytes>(data: D) {}
}
public protocol MessageAuthenticationCode: Hashable, Sendable, Sequence where Element == UInt8 {
  var byteCount: Int { get }
}
public struct HashedAuthenticationCode<H: HashFunction>: MessageAuthenticationCode {
  public var byteCount: Int { 32 }
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
  public static func == (a: Self, b: Self) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}
public struct HMAC<H: HashFunction>: Sendable {
  public typealias MAC = HashedAuthenticationCode<H>
  public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey)
    -> MAC
  { fatalError() }
}
