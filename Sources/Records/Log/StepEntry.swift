/// A step of the edit log: changes that are undone together.
public struct StepEntry: Hashable, Sendable {
  /// The main change of the step, with the state of the whole step.
  ///
  /// A state of `pending` or `abandoned` applies to some of the step; `discarded` means that nothing of it is in the database.
  public package(set) var main: ChangeEntry
  /// The number of changes.
  public package(set) var count = 1
  /// How many changes the log considers unwritten; of very large steps all, if any may be.
  package var unwrittenCount = 0
  package var discardedCount = 0
  /// The number of changes with the kind and the table of `main`.
  public package(set) var alikeCount = 1
  /// Whether these changes all set the same field, or all insert or delete rows.
  public package(set) var isOfOneField = true
  /// Whether part of the step has been undone and these are the other changes.
  public package(set) var isRest = false
  /// The origin of the step; nil if its changes say enough.
  public package(set) var origin: StepOrigin?

  package init(main: ChangeEntry) { self.main = main }

  /// The number of changes that reached the database; 0 if some of a very large number did not.
  public var writtenCount: Int { count - unwrittenCount - discardedCount }
}
