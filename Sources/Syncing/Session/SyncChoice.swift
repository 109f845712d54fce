/// What a person decides.
package enum SyncChoice: String, Hashable, Sendable, CaseIterable {
  /// What is here.
  case mine
  /// What the other machine has.
  case theirs
  /// What it was before both.
  case original
}
