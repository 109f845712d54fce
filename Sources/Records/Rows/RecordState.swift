/// How much of a row the store holds.
public enum RecordState: Hashable, Sendable {
  case known
  case hydrated
  case dirty
}
