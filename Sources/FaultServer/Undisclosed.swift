// Owns: which of the server's values never print themselves: all that holds what a client sent, or
// what an answer repeats of it.

import AcceptanceModel

extension BodyReading: Undisclosed {}
extension BodyReader: Undisclosed {}
extension RequestHead: Undisclosed {}
extension RequestHead.Field: Undisclosed {}
extension Answer: Undisclosed {}
extension Answer.Header: Undisclosed {}
extension StoredRecord: Undisclosed {}
extension LocalRequest: Undisclosed {}
extension LocalResponse: Undisclosed {}
