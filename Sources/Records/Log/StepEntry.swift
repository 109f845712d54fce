/// One step that the edit log holds: the changes that are undone as a whole.
public struct StepEntry: Hashable, Sendable {
  /// The change that the step is about, where others go with it; its state is that of the whole step, of which `pending`
  /// and `abandoned` say that some of it, and `discarded` that nothing of it is in the database.
  public var main: ChangeEntry
  /// How many changes the step has.
  public var count: Int
  /// How many of them have reached the database; 0 where some of very many have not.
  public var writtenCount: Int
  /// How many of them are of the kind and the table of `main`.
  public var alikeCount: Int
  /// Whether all of those set the same field, or rows come or go.
  public var isOfOneField: Bool
  /// Whether these changes are what is left of a step of which a part was undone.
  public var isRest: Bool
  /// The origin of the step; nil if its changes say enough.
  public var origin: StepOrigin?

  /// Makes an entry of its parts; without others it is that of a single change.
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
