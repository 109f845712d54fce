import Cells
import Records

/// A file to be chosen, by walking through folders or by typing its path: one to be read, or a name to write to.
public struct FileScreen: ScreenLayer {
  let label: String
  let purpose: Purpose
  /// The folder that is shown, once it is there.
  var listing: FolderListing?
  /// What is shown of it: indices of its entries, and `parent` for the way up.
  var items: [Int] = []
  var selection = Selection()
  /// The path that is typed; nil while folders are walked through.
  var line: LineEditor?
  /// The folder that what is typed begins in.
  var base: Text = ""
  /// The folder that has been asked for.
  var asked: Text = ""
  /// Whether an entry was chosen while a path was typed.
  var hasChosen = false
  var showsHidden = false
  /// The name to be selected when the folder that holds it comes in.
  private var sought: Text?
  var problem: Message?
  /// Whether Tab was pressed before the folder of what is typed came in.
  var isCompletionDue = false

  /// What the file is for.
  enum Purpose: Hashable, Sendable {
    /// Its bytes become a value, a text where one is to be replaced; where it is a photo's, pictures come first.
    case read(prefersImages: Bool, asText: Bool = false)
    /// A field's bytes are written to it.
    case write(RecordID, field: Int)
  }

  /// Stands for the folder above.
  static let parent = -1

  /// Chooses a file whose bytes become the value of a field, in place of another one.
  init(reading field: Field, inPlaceOf value: Value? = nil) {
    label = field.label
    let isText = if case .text = value { !field.kind.isBytes } else { false }
    purpose = .read(prefersImages: field.kind == .photo, asText: isText)
  }

  /// Chooses a name for a file that a field of a record is written to.
  init(writing field: Int, of id: RecordID, label: String, name: String) {
    self.label = label
    purpose = .write(id, field: field)
    line = LineEditor(name)
  }

  /// The value that the bytes of the chosen file become.
  func value(of bytes: Value) -> Value {
    guard case .read(_, asText: true) = purpose, case .blob(let bytes) = bytes else { return bytes }
    return .text(Text(bytes: bytes))
  }

  /// Whether a value is hardly what the field is for.
  func isDoubtful(_ value: Value) -> Bool {
    guard case .blob(let bytes) = value else { return false }
    return purpose == .read(prefersImages: true) && ImageInfo(bytes) == nil
  }

  var isWriting: Bool { if case .write = purpose { true } else { false } }
  var mode: Mode { line == nil ? .files : .filePath }

  var bar: Bar? {
    Bar(
      left: .init("Cancel"), title: label,
      right: .init(isWriting ? "Write" : line == nil ? "" : "Open"))
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    problem = nil
    isCompletionDue = false
    if line != nil { return performTyping(action, layout) }
    switch action {
    case .cancel: return .pop
    case .open: return open()
    case .back: return goUp()
    case .toggleHidden:
      showsHidden.toggle()
      refill()
    case .typePath(let start): return beginTyping(start)
    default: selection.perform(action, count: items.count, height: listHeight(layout))
    }
    return .nothing
  }

  /// Enters the selected folder, or takes the selected file.
  mutating func open() -> Outcome {
    guard let listing, items.indices.contains(selection.place) else { return .nothing }
    let item = items[selection.place]
    if item == Self.parent { return goUp() }
    let entry = listing.entries[item]
    if entry.isFolder {
      line = isWriting ? line : nil
      return go(to: listing.path.appending(name: entry.name))
    }
    if isWriting, line == nil {
      base = listing.path
      line = LineEditor(entry.name.string)
      refill()
      return .nothing
    }
    return take(listing.path.appending(name: entry.name))
  }

  /// What is wanted of the file that was chosen.
  func take(_ path: Text) -> Outcome {
    switch purpose {
    case .read: .effect(.readFile(path, isConfirmed: false))
    case .write(let id, let field): .effect(.writeFile(id, field: field, to: path, isConfirmed: false))
    }
  }

  /// Goes to the folder above, and selects the one that it came from.
  private mutating func goUp() -> Outcome {
    guard let listing, listing.path != "/" else { return .nothing }
    sought = listing.path.lastPathPart
    return go(to: listing.path.parentFolder, keepingSought: true)
  }

  mutating func go(to folder: Text, keepingSought: Bool = false) -> Outcome {
    if !keepingSought { sought = nil }
    asked = folder
    return .effect(.listFolder(folder))
  }

  mutating func receive(_ update: Update) {
    switch update {
    case .refused(let message): problem = message
    case .folder(let listing) where listing.asked == asked: show(listing)
    default: break
    }
  }

  private mutating func show(_ listing: FolderListing) {
    // The folder that cannot be read is not entered, unless there is none to stay in.
    if let problem = listing.problem, let shown = self.listing, line == nil {
      self.problem = problem
      asked = shown.asked
      return
    }
    // What was refused meanwhile is still refused.
    if let problem = listing.problem { self.problem = problem }
    self.listing = listing
    if line == nil || base.bytes.isEmpty || isWriting && typedFolder.isEmpty { base = listing.path }
    refill()
    if isCompletionDue, line != nil, asked == listing.asked { _ = complete(isEntering: false) }
    guard let sought, let place = items.firstIndex(where: { $0 >= 0 && listing.entries[$0].name == sought })
    else { return }
    selection = Selection(place: place, top: place)
  }

  /// Chooses anew what is shown of the folder.
  mutating func refill() {
    selection = Selection()
    hasChosen = false
    items = line == nil ? walkingItems : typingItems
  }

  private var walkingItems: [Int] {
    guard let listing else { return [] }
    let visible = listing.entries.indices.filter { showsHidden || !listing.entries[$0].isHidden }
    let up = listing.path == "/" ? [] : [Self.parent]
    guard purpose == .read(prefersImages: true) else { return up + visible }
    let folders = visible.filter { listing.entries[$0].isFolder }
    let files = visible.filter { !listing.entries[$0].isFolder }
    let (images, others) = (
      files.filter { listing.entries[$0].isImage }, files.filter { !listing.entries[$0].isImage }
    )
    return up + folders + images + others
  }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    guard line != nil else { return .nothing }
    problem = nil
    line?.apply(.insert(text))
    return showTypedFolder()
  }
}
