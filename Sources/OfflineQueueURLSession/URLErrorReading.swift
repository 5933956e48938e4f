// Owns: what URLSession's errors say of a write. Does not own: what follows (AnswerRules).

import Foundation
import OfflineQueue

extension TransportFailure {
  /// No error but those of the first group says that the server has not recorded the write: with
  /// `networkConnectionLost`, `timedOut` and all others it may have. The queue takes none of them
  /// for certain, not even the first group, and sends again under the same key.
  init(_ error: any Error) {
    guard let error = error as? URLError else {
      self = .other(code: (error as NSError).code)
      return
    }
    switch error.code {
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet,
      .internationalRoamingOff, .callIsActive, .dataNotAllowed, .secureConnectionFailed,
      .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .clientCertificateRejected, .clientCertificateRequired,
      .appTransportSecurityRequiresSecureConnection:
      self = .notConnected
    case .timedOut: self = .timedOut
    case .networkConnectionLost: self = .cut
    case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData,
      .cannotDecodeContentData, .zeroByteResource:
      self = .malformed
    case .cancelled, .userCancelledAuthentication: self = .aborted
    default: self = .other(code: error.errorCode)
    }
  }
}
