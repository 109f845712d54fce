/// A part of a pattern, as it was written.
indirect enum PatternNode {
  /// One character.
  case set(PatternSet)
  /// Parts that follow each other; none match the empty text.
  case sequence([PatternNode])
  /// One of some parts.
  case choice([PatternNode])
  /// A part in parentheses, by the number of the group.
  case group(PatternNode, Int)
  /// A part some times; without a most times any number of times.
  case repeated(PatternNode, least: Int, most: Int?)
  /// Where the text begins.
  case start
  /// Where the text ends.
  case end
}
