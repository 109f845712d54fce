import Cells
import Records

/// A path that is typed: the entries below it are those that it may go on with.
extension FileScreen {
  mutating func performTyping(_ action: Action, _ layout: Layout) -> Outcome {
    let height = listHeight(layout)
    switch action {
    case .cancel: return stopTyping()
    case .save: return hasChosen ? open() : takeTyped()
    case .complete: return complete()
    case .edit(let action):
      line?.apply(action)
      return showTypedFolder()
    case .move(let offset):
      let step = hasChosen ? offset : max(offset, 0) - offset.signum()
      selection.move(by: step, count: items.count, height: height)
      hasChosen = !items.isEmpty
    case .moveHalfPages(let halves):
      selection.moveHalfPages(halves, count: items.count, height: height)
      hasChosen = !items.isEmpty
    default: break
    }
    return .nothing
  }

  mutating func beginTyping(_ start: String) -> Outcome {
    base = listing?.path ?? ""
    line = LineEditor(start)
    refill()
    return showTypedFolder()
  }

  /// Goes back to walking, in the folder that is shown.
  private mutating func stopTyping() -> Outcome {
    if isWriting { return .pop }
    line = nil
    refill()
    return listing?.problem == nil ? .nothing : go(to: base)
  }

  private var typed: String { line?.text ?? "" }

  /// The folders of what is typed: all up to the last slash.
  var typedFolder: String {
    typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
  }

  /// The name that is being typed, behind the last slash.
  private var typedName: String { String(typed.dropFirst(typedFolder.count)) }

  /// Shows the folder of what is typed.
  mutating func showTypedFolder() -> Outcome {
    let folder = typedFolder.isEmpty ? base : base.appending(path: Text(typedFolder))
    guard folder == asked || folder == listing?.path || folder.bytes.isEmpty else {
      items = []
      return go(to: folder)
    }
    if let listing, folder == listing.path { asked = listing.asked }
    refill()
    return .nothing
  }

  /// Whether the folder that was asked for is the one that is shown.
  private var isListed: Bool { listing?.asked == asked }

  /// The entries whose names begin as what is typed; hidden ones only where their point is typed.
  var typingItems: [Int] {
    guard let listing, listing.problem == nil, isListed else { return [] }
    // The name that is suggested for a new file is none to be gone on with.
    let name = isWriting ? [] : Array(typedName.utf8)
    return listing.entries.indices.filter {
      let entry = listing.entries[$0]
      return entry.name.bytes.starts(with: name) && (!entry.isHidden || showsHidden || name.first == 0x2E)
    }
  }

  /// Types as much as all entries go on with; behind a folder that is the only one, a slash.
  ///
  /// Where the folder is not there yet that is done as soon as it is, but then no other folder is entered.
  mutating func complete(isEntering: Bool = true) -> Outcome {
    isCompletionDue = !isListed
    guard let listing, isListed else { return .nothing }
    let name = Array(typedName.utf8)
    let found = listing.entries.filter {
      $0.name.bytes.starts(with: name) && (!$0.isHidden || name.first == 0x2E)
    }
    guard let first = found.first else { return .nothing }
    var common = first.name.bytes[...]
    for entry in found.dropFirst() {
      common = common.prefix(zip(common, entry.name.bytes).prefix { $0 == $1 }.count)
    }
    // A name that is not UTF-8 cannot be typed, and no character is typed by half.
    while !common.isEmpty, String(validating: common, as: UTF8.self) == nil { common.removeLast() }
    guard common.count >= name.count else { return .nothing }
    let isFolder = isEntering && found.count == 1 && first.isFolder && common.count == first.name.bytes.count
    let text = typedFolder + String(decoding: common, as: UTF8.self) + (isFolder ? "/" : "")
    line = LineEditor(text)
    return showTypedFolder()
  }

  /// Takes the path that is typed, or walks on in the folder that it names.
  private mutating func takeTyped() -> Outcome {
    guard !typed.isEmpty else { return .nothing }
    let name = Text(typedName)
    if name.bytes.isEmpty || typed == "~" || name == "." || name == ".." {
      let folder = base.appending(path: Text(typed))
      line = nil
      return go(to: folder)
    }
    if let listing, isListed, listing.entries.contains(where: { $0.name == name && $0.isFolder }) {
      line = nil
      return go(to: listing.path.appending(name: name))
    }
    return take(base.appending(path: Text(typed)))
  }
}
