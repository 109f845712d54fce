/// A step of the edit log: changes that are undone together.
public struct StepEntry: Hashable, Sendable {
  /// The main change of the step, with the state of the whole step.
  ///
  /// A state of `pending` or `abandoned` applies to some of the step; `discarded` means that nothing of it is in the database.
  public var main: ChangeEntry
  /// The number of changes.
  public var count: Int
  /// The number of changes that reached the database; 0 if some of a very large number did not.
  public var writtenCount: Int
  /// The number of changes with the kind and the table of `main`.
  public var alikeCount: Int
  /// Whether these changes all set the same field, or all insert or delete rows.
  public var isOfOneField: Bool
  /// Whether part of the step has been undone and these are the other changes.
  public var isRest: Bool
  /// The origin of the step; nil if its changes say enough.
  public var origin: StepOrigin?

  /// Creates an entry, by default for a single change.
  public init(
    main: ChangeEntry, count: Int = 1, writtenCount: Int = 0, alikeCount: Int = 1, isOfOneField: Bool = true,
    isRest: Bool = false, origin: StepOrigin? = nil
  ) {
    self.main = main
    self.count = count
    self.writtenCount = writtenCount
    self.alikeCount = alikeCount
    self.isOfOneField = isOfOneField
    self.isRest = isRest
    self.origin = origin
  }
}
