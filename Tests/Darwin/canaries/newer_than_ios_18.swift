// refused: conformance of 'EnumeratedSequence<Base>' to 'Collection' is only available in iOS 26.0 or newer, on ios
func numbers(of texts: [String]) -> String? {
  let numbered = texts.enumerated().lazy.compactMap { "\($0.offset) \($0.element)" }
  return numbered.first
}
