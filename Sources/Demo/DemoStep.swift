/// The steps of the demonstration, in their order.
public enum DemoStep: String, CaseIterable, Hashable, Sendable {
  /// The library is opened.
  case list
  /// A book is looked at.
  case look
  /// The same book is looked at again.
  case again
  /// One field of it is changed.
  case edit
  /// One field of ten thousand books is changed.
  case set
  /// Memory is short.
  case warning
  /// The same ten thousand again, while records may hold little.
  case budget
  /// A program is killed, and its edits are found again.
  case recovery

  /// What the step is called.
  public var title: String {
    switch self {
    case .list: "The list only"
    case .look: "Look at a book"
    case .again: "Look again"
    case .edit: "Edit one"
    case .set: "Set one field of many"
    case .warning: "A memory warning"
    case .budget: "The same under a budget"
    case .recovery: "Kill and recover"
    }
  }
}
