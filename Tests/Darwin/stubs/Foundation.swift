// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Stand-in for Apple's Foundation: what this package uses of it, with Apple's signatures.
//
// Read on 2026-12-01 at developer.apple.com/documentation/foundation and found the same:
//   urlsessiontaskdelegate/urlsession(_:task:willperformhttpredirection:newrequest:completionhandler:)
//   urlsession/responsedisposition, process (macOS only), process/executableurl
//   process/run(_:arguments:terminationhandler:) for the handler's type, bundle/init(for:), bundle/init(path:)
// The rest is written from memory of Apple's headers and from swift-corelibs-foundation; where the two differ
// only a Mac can tell.
@_exported import Darwin
@_exported import Dispatch

// MARK: objects
public protocol NSObjectProtocol: AnyObject {}
open class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible {
  public init() {}
  open var description: String { "" }
  public static func == (a: NSObject, b: NSObject) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) {}
}
open class NSString: NSObject, ExpressibleByStringLiteral {
  public required init(stringLiteral value: String) {}
  open var lastPathComponent: String { "" }
  open var deletingLastPathComponent: String { "" }
  open var pathExtension: String { "" }
  open func hasSuffix(_ s: String) -> Bool { false }
  open func hasPrefix(_ s: String) -> Bool { false }
  open var expandingTildeInPath: String { "" }
  open func appendingPathComponent(_ c: String) -> String { "" }
}
open class NSNumber: NSObject, @unchecked Sendable {
  public var int64Value: Int64 { 0 }
  public init(value: UInt32) { super.init() }
  public var uint64Value: UInt64 { 0 }
  public var uint32Value: UInt32 { 0 }
  public var intValue: Int { 0 }
  public var doubleValue: Double { 0 }
  public var boolValue: Bool { false }
}
open class NSError: NSObject, Error, @unchecked Sendable {
  open var code: Int { 0 }
  open var domain: String { "" }
  open var localizedDescription: String { "" }
  public init(domain: String, code: Int, userInfo: [String: Any]? = nil) {}
}
extension Error {
  public var localizedDescription: String { "" }
}
public struct CocoaError: Error {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let fileNoSuchFile = Code(rawValue: 4)
    public static let fileReadNoSuchFile = Code(rawValue: 260)
    public static let fileWriteFileExists = Code(rawValue: 516)
    public static let fileWriteNoPermission = Code(rawValue: 513)
    public static let fileWriteOutOfSpace = Code(rawValue: 640)
    public static let fileWriteUnknown = Code(rawValue: 512)
    public static let fileReadUnknown = Code(rawValue: 256)
    public static let fileReadCorruptFile = Code(rawValue: 259)
    public static func ~= (pattern: Code, error: any Error) -> Bool { false }
  }
  public let code: Code
  public init(_ code: Code) { self.code = code }
  public static var fileNoSuchFile: Code { .fileNoSuchFile }
  public static var fileReadNoSuchFile: Code { .fileReadNoSuchFile }
  public static var fileWriteFileExists: Code { .fileWriteFileExists }
  public static var fileWriteNoPermission: Code { .fileWriteNoPermission }
  public static var fileWriteOutOfSpace: Code { .fileWriteOutOfSpace }
}

// MARK: values
public protocol ContiguousBytes {
  func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}
public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}
extension Array: DataProtocol where Element == UInt8 {}
extension Array: ContiguousBytes where Element == UInt8 {}
extension ArraySlice: DataProtocol where Element == UInt8 {}
extension ArraySlice: ContiguousBytes where Element == UInt8 {}
public struct Data: Hashable, Sendable, RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection, DataProtocol, ContiguousBytes, Codable
{
  public typealias Index = Int
  public typealias SubSequence = Data
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = WritingOptions(rawValue: 1)
    public static let withoutOverwriting = WritingOptions(rawValue: 2)
    public static let noFileProtection = WritingOptions(rawValue: 4)
    public static let completeFileProtection = WritingOptions(rawValue: 8)
  }
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public init() {}
  public init<S: Sequence>(_ s: S) where S.Element == UInt8 {}
  public init(count: Int) {}
  public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
  public init(bytes: UnsafeRawPointer, count: Int) {}
  public init?(base64Encoded: String) {}
  public func write(to url: URL, options: WritingOptions = []) throws {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public func index(after i: Int) -> Int { i + 1 }
  public func index(before i: Int) -> Int { i - 1 }
  public subscript(i: Int) -> UInt8 {
    get { 0 }
    set {}
  }
  public subscript(b: Range<Int>) -> Data {
    get { self }
    set {}
  }
  public mutating func replaceSubrange<C: Collection>(_ r: Range<Int>, with c: C)
  where C.Element == UInt8 {}
  public mutating func append(_ other: Data) {}
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    fatalError()
  }
  public func base64EncodedString() -> String { "" }
  public func range(of: Data) -> Range<Int>? { return nil }
}
public struct URL: Hashable, Sendable, Codable, CustomStringConvertible {
  public init?(string: String) { return nil }
  public init(fileURLWithPath: String) {}
  public init(fileURLWithPath: String, isDirectory: Bool) {}
  public init(fileURLWithPath: String, relativeTo: URL?) {}
  public init?(string: String, relativeTo: URL?) { return nil }
  public var description: String { "" }
  public var path: String { "" }
  public var port: Int? { return nil }
  public var host: String? { return nil }
  public var scheme: String? { return nil }
  public var query: String? { return nil }
  public var absoluteString: String { "" }
  public var lastPathComponent: String { "" }
  public var pathExtension: String { "" }
  public var pathComponents: [String] { [] }
  public var standardizedFileURL: URL { self }
  public func resolvingSymlinksInPath() -> URL { self }
  public func deletingLastPathComponent() -> URL { self }
  public mutating func deleteLastPathComponent() {}
  public mutating func appendPathComponent(_ s: String) {}
  public func deletingPathExtension() -> URL { self }
  public func appendingPathComponent(_ s: String) -> URL { self }
  public func appendingPathComponent(_ s: String, isDirectory: Bool) -> URL { self }
  public func appending(path: String) -> URL { self }
  public func withUnsafeFileSystemRepresentation<R>(_ block: (UnsafePointer<Int8>?) throws -> R)
    rethrows -> R
  { fatalError() }
}
public typealias TimeInterval = Double
public struct Date: Hashable, Sendable, Comparable, Codable {
  public init() {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public static var now: Date { Date() }
  public var timeIntervalSince1970: TimeInterval { 0 }
  public var timeIntervalSinceNow: TimeInterval { 0 }
  public func timeIntervalSince(_ d: Date) -> TimeInterval { 0 }
  public static func < (a: Date, b: Date) -> Bool { false }
}
public struct UUID: Hashable, Sendable, Codable {
  public init() {}
  public init?(uuidString: String) { return nil }
  public var uuidString: String { "" }
}
public struct CharacterSet: Hashable, Sendable {
  public static var whitespaces: CharacterSet { CharacterSet() }
  public static var whitespacesAndNewlines: CharacterSet { CharacterSet() }
  public static var newlines: CharacterSet { CharacterSet() }
}
public struct Locale: Hashable, Sendable { public init(identifier: String) {} }
public struct TimeZone: Hashable, Sendable {
  public init?(secondsFromGMT: Int) { return nil }
  public init?(identifier: String) { return nil }
  public static let gmt = TimeZone(secondsFromGMT: 0)!
}
open class DateFormatter: NSObject, @unchecked Sendable {
  open var dateFormat: String! {
    get { return nil }
    set {}
  }
  open var locale: Locale! {
    get { return nil }
    set {}
  }
  open var timeZone: TimeZone! {
    get { return nil }
    set {}
  }
  open func string(from: Date) -> String { "" }
  open func date(from: String) -> Date? { return nil }
}
public struct StringEncodings { public static let utf8 = 4 }
extension String {
  public struct Encoding: Hashable, Sendable {
    public static let utf8 = Encoding()
    public static let ascii = Encoding()
  }
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let regularExpression = CompareOptions(rawValue: 1024)
    public static let caseInsensitive = CompareOptions(rawValue: 1)
  }
  public init(contentsOf: URL, encoding: Encoding) throws { self = "" }
  public init(contentsOfFile: String, encoding: Encoding) throws { self = "" }
  public init?(data: Data, encoding: Encoding) { return nil }
  public init(format: String, _ arguments: any CVarArg...) { self = "" }
  public func write(to: URL, atomically: Bool, encoding: Encoding) throws {}
  public func write(toFile: String, atomically: Bool, encoding: Encoding) throws {}
}
extension StringProtocol {
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
  public func replacingOccurrences<T: StringProtocol, R: StringProtocol>(of: T, with: R) -> String {
    ""
  }
  public func components<T: StringProtocol>(separatedBy: T) -> [String] { [] }
  public func data(using: String.Encoding, allowLossyConversion: Bool = false) -> Data? {
    return nil
  }
  public func range<T: StringProtocol>(of: T, options: String.CompareOptions = []) -> Range<Index>?
  { return nil }
  public func hasPrefix<P: StringProtocol>(_ p: P) -> Bool { false }
  public func contains<T: StringProtocol>(_ other: T) -> Bool { false }
  public func addingPercentEncoding(withAllowedCharacters: CharacterSet) -> String? { return nil }
  public var removingPercentEncoding: String? { return nil }
  public var capitalized: String { "" }
  public func replacingCharacters<T: StringProtocol, R: RangeExpression>(in range: R, with: T)
    -> String where R.Bound == Index
  { "" }
}

// MARK: system
open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { fatalError() }
  open var environment: [String: String] { [:] }
  open var arguments: [String] { [] }
  open var processIdentifier: Int32 { 0 }
  open var activeProcessorCount: Int { 1 }
  open var processorCount: Int { 1 }
  open var systemUptime: TimeInterval { 0 }
  open var operatingSystemVersionString: String { "" }
  open var hostName: String { "" }
}
public func NSHomeDirectory() -> String { "" }
public func NSTemporaryDirectory() -> String { "" }
public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  public init(_ b: Bool) {}
  public init(booleanLiteral: Bool) {}
  public var boolValue: Bool { false }
}
public struct FileAttributeKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let size = FileAttributeKey(rawValue: "")
  public static let posixPermissions = FileAttributeKey(rawValue: "")
  public static let systemFreeSize = FileAttributeKey(rawValue: "")
  public static let systemFreeNodes = FileAttributeKey(rawValue: "")
  public static let modificationDate = FileAttributeKey(rawValue: "")
  public static let type = FileAttributeKey(rawValue: "")
  public static let systemFileNumber = FileAttributeKey(rawValue: "")
  public static let protectionKey = FileAttributeKey(rawValue: "")
}
public struct FileAttributeType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let typeDirectory = FileAttributeType(rawValue: "")
  public static let typeRegular = FileAttributeType(rawValue: "")
}
public struct URLResourceKey: Hashable, Sendable {
  public static let isRegularFileKey = URLResourceKey()
  public static let isDirectoryKey = URLResourceKey()
}
open class FileManager: NSObject {
  open class var `default`: FileManager { fatalError() }
  public struct SearchPathDirectory: Sendable {
    public static let applicationSupportDirectory = SearchPathDirectory()
    public static let cachesDirectory = SearchPathDirectory()
    public static let documentDirectory = SearchPathDirectory()
  }
  public struct SearchPathDomainMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let userDomainMask = SearchPathDomainMask(rawValue: 1)
  }
  public struct DirectoryEnumerationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  open var currentDirectoryPath: String { "" }
  open var temporaryDirectory: URL { fatalError() }
  open var homeDirectoryForCurrentUser: URL { fatalError() }
  open func fileExists(atPath: String) -> Bool { false }
  open func fileExists(atPath: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool {
    false
  }
  open func isExecutableFile(atPath: String) -> Bool { false }
  open func isWritableFile(atPath: String) -> Bool { false }
  open func isReadableFile(atPath: String) -> Bool { false }
  open func contents(atPath: String) -> Data? { return nil }
  @discardableResult open func createFile(
    atPath: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool { false }
  @discardableResult open func changeCurrentDirectoryPath(_ path: String) -> Bool { false }
  open func createDirectory(
    atPath: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func createDirectory(
    at: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func removeItem(atPath: String) throws {}
  open func removeItem(at: URL) throws {}
  open func copyItem(at: URL, to: URL) throws {}
  open func copyItem(atPath: String, toPath: String) throws {}
  open func moveItem(at: URL, to: URL) throws {}
  open func moveItem(atPath: String, toPath: String) throws {}
  open func createSymbolicLink(atPath: String, withDestinationPath: String) throws {}
  open func createSymbolicLink(at: URL, withDestinationURL: URL) throws {}
  open func destinationOfSymbolicLink(atPath: String) throws -> String { "" }
  open func contentsOfDirectory(atPath: String) throws -> [String] { [] }
  open func contentsOfDirectory(
    at: URL, includingPropertiesForKeys: [URLResourceKey]?,
    options: DirectoryEnumerationOptions = []
  ) throws -> [URL] { [] }
  open func subpathsOfDirectory(atPath: String) throws -> [String] { [] }
  open func subpaths(atPath: String) -> [String]? { return nil }
  open func enumerator(atPath: String) -> DirectoryEnumerator? { return nil }
  open func enumerator(
    at: URL, includingPropertiesForKeys: [URLResourceKey]?,
    options: DirectoryEnumerationOptions = []
  ) -> DirectoryEnumerator? { return nil }
  open func attributesOfItem(atPath: String) throws -> [FileAttributeKey: Any] { [:] }
  open func setAttributes(_ a: [FileAttributeKey: Any], ofItemAtPath: String) throws {}
  open func attributesOfFileSystem(forPath: String) throws -> [FileAttributeKey: Any] { [:] }
  open func urls(for: SearchPathDirectory, in: SearchPathDomainMask) -> [URL] { [] }
  open func url(
    for: SearchPathDirectory, in: SearchPathDomainMask, appropriateFor: URL?, create: Bool
  ) throws -> URL { fatalError() }
  open func url(forUbiquityContainerIdentifier: String?) -> URL? { return nil }
  open class DirectoryEnumerator: NSObject, Sequence, IteratorProtocol {
    open func next() -> Any? { return nil }
    open func nextObject() -> Any? { return nil }
  }
}
open class Bundle: NSObject, @unchecked Sendable {
  open class var main: Bundle { fatalError() }
  open class var allBundles: [Bundle] { [] }
  public init?(path: String) { return nil }
  public init(for: AnyClass) {}
  open var bundlePath: String { "" }
  open var bundleURL: URL { fatalError() }
  open var executablePath: String? { return nil }
  open var executableURL: URL? { return nil }
  open var resourcePath: String? { return nil }
  open var resourceURL: URL? { return nil }
  open func url(forResource: String?, withExtension: String?) -> URL? { return nil }
  open func url(forResource: String?, withExtension: String?, subdirectory: String?) -> URL? {
    return nil
  }
  open func path(forResource: String?, ofType: String?) -> String? { return nil }
  open func path(forResource: String?, ofType: String?, inDirectory: String?) -> String? {
    return nil
  }
}
open class FileHandle: NSObject, @unchecked Sendable {
  open class var standardInput: FileHandle { fatalError() }
  open class var standardOutput: FileHandle { fatalError() }
  open class var standardError: FileHandle { fatalError() }
  open class var nullDevice: FileHandle { fatalError() }
  public convenience init(fileDescriptor: Int32) { self.init() }
  public init(fileDescriptor: Int32, closeOnDealloc: Bool) {}
  public override init() {}
  public convenience init?(forReadingAtPath: String) { return nil }
  public convenience init?(forWritingAtPath: String) { return nil }
  public convenience init(forReadingFrom: URL) throws { self.init() }
  public convenience init(forWritingTo: URL) throws { self.init() }
  public convenience init(forUpdating: URL) throws { self.init() }
  open var fileDescriptor: Int32 { 0 }
  open var availableData: Data { Data() }
  open func closeFile() {}
  open func synchronizeFile() {}
  open func readData(ofLength: Int) -> Data { Data() }
  open var readabilityHandler: (@Sendable (FileHandle) -> Void)? {
    get { return nil }
    set {}
  }
  open func readDataToEndOfFile() -> Data { Data() }
  open func write(_ data: Data) {}
  public func write<T: DataProtocol>(contentsOf data: T) throws {}
  public func readToEnd() throws -> Data? { return nil }
  public func read(upToCount: Int) throws -> Data? { return nil }
  @discardableResult public func seekToEnd() throws -> UInt64 { 0 }
  public func seek(toOffset: UInt64) throws {}
  public func truncate(atOffset: UInt64) throws {}
  public func synchronize() throws {}
  public func offset() throws -> UInt64 { 0 }
  public func close() throws {}
}
open class Pipe: NSObject, @unchecked Sendable {
  open var fileHandleForReading: FileHandle { fatalError() }
  open var fileHandleForWriting: FileHandle { fatalError() }
}
#if os(macOS)
  open class Process: NSObject, @unchecked Sendable {
    public enum TerminationReason: Int, Sendable {
      case exit = 1
      case uncaughtSignal = 2
    }
    open var executableURL: URL? {
      get { return nil }
      set {}
    }
    open var arguments: [String]? {
      get { return nil }
      set {}
    }
    open var environment: [String: String]? {
      get { return nil }
      set {}
    }
    open var currentDirectoryURL: URL? {
      get { return nil }
      set {}
    }
    open var standardInput: Any? {
      get { return nil }
      set {}
    }
    open var standardOutput: Any? {
      get { return nil }
      set {}
    }
    open var standardError: Any? {
      get { return nil }
      set {}
    }
    open var terminationHandler: (@Sendable (Process) -> Void)? {
      get { return nil }
      set {}
    }
    open func run() throws {}
    open func terminate() {}
    open func interrupt() {}
    open func waitUntilExit() {}
    open var isRunning: Bool { false }
    open var terminationStatus: Int32 { 0 }
    open var terminationReason: TerminationReason { .exit }
    open var processIdentifier: Int32 { 0 }
  }
#endif
open class Thread: NSObject {
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  open class func sleep(forTimeInterval: TimeInterval) {}
  open class var isMainThread: Bool { false }
  open class var current: Thread { fatalError() }
  public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
  open var stackSize: Int {
    get { 0 }
    set {}
  }
  open var name: String? {
    get { return nil }
    set {}
  }
  open func start() {}
}
open class NSCondition: NSObject, @unchecked Sendable {
  open func lock() {}
  open func unlock() {}
  open func wait() {}
  open func wait(until: Date) -> Bool { false }
  open func signal() {}
  open func broadcast() {}
  public func withLock<R>(_ b: () throws -> R) rethrows -> R { try b() }
}
open class NSLock: NSObject, @unchecked Sendable {
  open func lock() {}
  open func unlock() {}
  public func withLock<R>(_ b: () throws -> R) rethrows -> R { try b() }
}

// MARK: coding
open class JSONSerialization: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let fragmentsAllowed = ReadingOptions(rawValue: 4)
    public static let allowFragments = ReadingOptions(rawValue: 4)
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let sortedKeys = WritingOptions(rawValue: 2)
    public static let withoutEscapingSlashes = WritingOptions(rawValue: 8)
    public static let fragmentsAllowed = WritingOptions(rawValue: 4)
    public static let prettyPrinted = WritingOptions(rawValue: 1)
  }
  open class func jsonObject(with: Data, options: ReadingOptions = []) throws -> Any { 0 }
  open class func data(withJSONObject: Any, options: WritingOptions = []) throws -> Data { Data() }
  open class func isValidJSONObject(_ o: Any) -> Bool { false }
}
open class PropertyListSerialization: NSObject {
  public struct PropertyListFormat: RawRepresentable, Sendable {
    public let rawValue: UInt
    public init?(rawValue: UInt) { self.rawValue = rawValue }
    public static let xml = PropertyListFormat(rawValue: 100)!
    public static let binary = PropertyListFormat(rawValue: 200)!
  }
  public struct MutabilityOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  open class func propertyList(
    from: Data, options: MutabilityOptions = [], format: UnsafeMutablePointer<PropertyListFormat>?
  ) throws -> Any { 0 }
  open class func data(fromPropertyList: Any, format: PropertyListFormat, options: Int) throws
    -> Data
  { Data() }
}
open class JSONEncoder: @unchecked Sendable {
  public init() {}
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
  }
  open var outputFormatting: OutputFormatting {
    get { [] }
    set {}
  }
  open func encode<T: Encodable>(_ v: T) throws -> Data { Data() }
}
open class JSONDecoder: @unchecked Sendable {
  public init() {}
  open func decode<T: Decodable>(_ t: T.Type, from: Data) throws -> T { fatalError() }
}

// MARK: loading
open class URLCache: NSObject, @unchecked Sendable {}
open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
open class URLCredential: NSObject, @unchecked Sendable {}
open class URLProtectionSpace: NSObject, @unchecked Sendable {
  open var authenticationMethod: String { "" }
}
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  open var protectionSpace: URLProtectionSpace { fatalError() }
  open var failureResponse: URLResponse? { return nil }
}
public let NSURLAuthenticationMethodDefault = ""
public let NSURLAuthenticationMethodHTTPBasic = ""
public let NSURLAuthenticationMethodHTTPDigest = ""
public let NSURLAuthenticationMethodHTMLForm = ""
public let NSURLAuthenticationMethodServerTrust = ""
open class HTTPCookie: NSObject, @unchecked Sendable {
  public enum AcceptPolicy: UInt, Sendable { case always, never, onlyFromMainDocumentDomain }
}
open class URLResponse: NSObject, @unchecked Sendable {
  open var url: URL? { return nil }
  open var expectedContentLength: Int64 { 0 }
}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open var statusCode: Int { 0 }
  open var allHeaderFields: [AnyHashable: Any] { [:] }
  open func value(forHTTPHeaderField: String) -> String? { return nil }
}
public struct URLRequest: Hashable, Sendable {
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy = 0
    case reloadIgnoringLocalCacheData = 1
  }
  public init(
    url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60
  ) {}
  public var url: URL? {
    get { return nil }
    set {}
  }
  public var httpMethod: String? {
    get { return nil }
    set {}
  }
  public var httpBody: Data? {
    get { return nil }
    set {}
  }
  public var httpShouldHandleCookies: Bool {
    get { false }
    set {}
  }
  public var timeoutInterval: TimeInterval {
    get { 0 }
    set {}
  }
  public mutating func setValue(_ v: String?, forHTTPHeaderField: String) {}
  public mutating func addValue(_ v: String, forHTTPHeaderField: String) {}
}
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var `default`: URLSessionConfiguration { fatalError() }
  open class var ephemeral: URLSessionConfiguration { fatalError() }
  open class func background(withIdentifier: String) -> URLSessionConfiguration { fatalError() }
  open var urlCache: URLCache? {
    get { return nil }
    set {}
  }
  open var requestCachePolicy: URLRequest.CachePolicy {
    get { .useProtocolCachePolicy }
    set {}
  }
  open var httpCookieStorage: HTTPCookieStorage? {
    get { return nil }
    set {}
  }
  open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy {
    get { .always }
    set {}
  }
  open var httpShouldSetCookies: Bool {
    get { false }
    set {}
  }
  open var urlCredentialStorage: URLCredentialStorage? {
    get { return nil }
    set {}
  }
  open var timeoutIntervalForRequest: TimeInterval {
    get { 0 }
    set {}
  }
  open var timeoutIntervalForResource: TimeInterval {
    get { 0 }
    set {}
  }
  open var waitsForConnectivity: Bool {
    get { false }
    set {}
  }
  open var allowsExpensiveNetworkAccess: Bool {
    get { false }
    set {}
  }
  open var allowsConstrainedNetworkAccess: Bool {
    get { false }
    set {}
  }
  open var allowsCellularAccess: Bool {
    get { false }
    set {}
  }
  open var connectionProxyDictionary: [AnyHashable: Any]? {
    get { return nil }
    set {}
  }
  open var httpMaximumConnectionsPerHost: Int {
    get { 0 }
    set {}
  }
  open var sessionSendsLaunchEvents: Bool {
    get { false }
    set {}
  }
}
open class OperationQueue: NSObject, @unchecked Sendable {}
open class URLSession: NSObject, @unchecked Sendable {
  public enum AuthChallengeDisposition: Int, Sendable {
    case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
  }
  public enum ResponseDisposition: Int, Sendable {
    case cancel, allow, becomeDownload, becomeStream
  }
  open class var shared: URLSession { fatalError() }
  public init(configuration: URLSessionConfiguration) {}
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue: OperationQueue?
  ) {}
  open func invalidateAndCancel() {}
  open func finishTasksAndInvalidate() {}
  open func dataTask(with: URLRequest) -> URLSessionDataTask { fatalError() }
  open func dataTask(
    with: URLRequest,
    completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) -> URLSessionDataTask { fatalError() }
  public func data(for: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (
    Data, URLResponse
  ) { fatalError() }
  public func data(from: URL, delegate: (any URLSessionTaskDelegate)? = nil) async throws -> (
    Data, URLResponse
  ) { fatalError() }
}
open class URLSessionTask: NSObject, @unchecked Sendable {
  open var originalRequest: URLRequest? { return nil }
  open var currentRequest: URLRequest? { return nil }
  open var response: URLResponse? { return nil }
  open var taskIdentifier: Int { 0 }
  open func resume() {}
  open func cancel() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)
}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
extension URLSessionDelegate {
  public func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {}
}
extension URLSessionTaskDelegate {
  public func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {}
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {}
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {}
}
extension URLSessionDataDelegate {
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {}
  public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
  {}
}
public struct URLError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let cannotConnectToHost = Code(rawValue: -1004)
    public static let cannotFindHost = Code(rawValue: -1003)
    public static let dnsLookupFailed = Code(rawValue: -1006)
    public static let notConnectedToInternet = Code(rawValue: -1009)
    public static let internationalRoamingOff = Code(rawValue: -1018)
    public static let callIsActive = Code(rawValue: -1019)
    public static let dataNotAllowed = Code(rawValue: -1020)
    public static let secureConnectionFailed = Code(rawValue: -1200)
    public static let serverCertificateHasBadDate = Code(rawValue: -1201)
    public static let serverCertificateUntrusted = Code(rawValue: -1202)
    public static let serverCertificateHasUnknownRoot = Code(rawValue: -1203)
    public static let serverCertificateNotYetValid = Code(rawValue: -1204)
    public static let clientCertificateRejected = Code(rawValue: -1205)
    public static let clientCertificateRequired = Code(rawValue: -1206)
    public static let appTransportSecurityRequiresSecureConnection = Code(rawValue: -1022)
    public static let timedOut = Code(rawValue: -1001)
    public static let networkConnectionLost = Code(rawValue: -1005)
    public static let badServerResponse = Code(rawValue: -1011)
    public static let cannotParseResponse = Code(rawValue: -1017)
    public static let cannotDecodeRawData = Code(rawValue: -1015)
    public static let cannotDecodeContentData = Code(rawValue: -1016)
    public static let zeroByteResource = Code(rawValue: -1014)
    public static let cancelled = Code(rawValue: -999)
    public static let userCancelledAuthentication = Code(rawValue: -1012)
    public static let badURL = Code(rawValue: -1000)
    public static let unknown = Code(rawValue: -1)
  }
  public let code: Code
  public init(_ code: Code) { self.code = code }
  public var errorCode: Int { code.rawValue }
}
public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }
public func _convertNSErrorToError(_ error: NSError?) -> any Error { fatalError() }
extension String: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSString { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ s: NSString, result: inout String?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ s: NSString, result: inout String?)
    -> Bool
  { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ s: NSString?) -> String { "" }
}
public enum POSIXErrorCode: Int32, Sendable {
  case EPERM = 1
  case ENOENT = 2
  case EACCES = 13
  case EEXIST = 17
  case EINVAL = 22
  case EMFILE = 24
  case ENOSPC = 28
  case EPIPE = 32
}
public struct POSIXError: Error {
  public typealias Code = POSIXErrorCode
  public let code: Code
  public init(_ code: Code) { self.code = code }
}
