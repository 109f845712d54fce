/// The syntax tree of a pattern.
indirect enum PatternNode {
  case set(PatternSet)
  /// An empty sequence matches the empty text.
  case sequence([PatternNode])
  case choice([PatternNode])
  case group(PatternNode, Int)
  /// Without `most`, the number of repetitions is unlimited.
  case repeated(PatternNode, least: Int, most: Int?)
  case start
  case end
}
