/// A state of a row that only the store or the list knows.
public enum QueryState: String, Hashable, Sendable, CaseIterable {
  case dirty
  case hydrated
  case conflict
  case marked
}
