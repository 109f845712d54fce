import Cells
import Records

/// Chooses a file to read or a name to write to, by browsing or by typing a path.
struct FileScreen: Screen {
  let label: String
  let purpose: Purpose
  private(set) var listing: FolderListing?
  private var items: [Int] = []
  private(set) var selection = Selection()
  private(set) var line: LineEditor?
  private var base: Text = ""
  private(set) var asked: Text = ""
  private(set) var hasChosen = false
  private var showsHidden = false
  private var sought: Text?
  private(set) var problem: Message?
  private var isCompletionDue = false

  enum Purpose: Hashable, Sendable {
    /// The bytes become a value, or a text in place of one; for a photo, pictures come first.
    case read(prefersImages: Bool, asText: Bool = false)
    case write(RecordID, field: Int)
    case command(FileCommand)
  }

  static let parent = -1

  init(reading field: Field, inPlaceOf value: Value? = nil) {
    label = field.label
    let isText = if case .text = value { !field.kind.isBytes } else { false }
    purpose = .read(prefersImages: field.kind == .photo, asText: isText)
  }

  init(writing field: Int, of id: RecordID, label: String, name: String) {
    self.label = label
    purpose = .write(id, field: field)
    line = LineEditor(name)
  }

  private var extent: ExportExtent?

  init(for command: FileCommand, typed: String?, _ schema: Schema, exported: ExportExtent? = nil) {
    extent = exported
    (label, purpose) = (CommandWording.name(of: command), .command(command))
    let given = typed.map { Self.isFolderName($0) ? $0 + "/" : $0 }
    switch command {
    case .importing, .open: line = given.map { LineEditor($0) }
    case .exporting: line = LineEditor(given ?? schema.plural.lowercased() + ".csv")
    case .new: line = LineEditor(given ?? "library.sqlite")
    }
    guard let given, !given.isEmpty else { return }
    asked = Text(typedFolder.isEmpty ? "." : typedFolder)
    isCompletionDue = !typedName.isEmpty
  }

  /// Whether a path ends in a folder name that is not an entry, such as `..`.
  private static func isFolderName(_ path: String) -> Bool {
    path == "~" || path == ".." || path.hasSuffix("/..")
  }

  func take(file bytes: Value) -> Outcome {
    guard case .blob(let content) = bytes else { return Outcome(change: .offer(bytes)) }
    if case .read(_, asText: true) = purpose { return Outcome(change: .offer(.text(Text(bytes: content)))) }
    let isDoubtful = purpose == .read(prefersImages: true) && ImageInfo(content) == nil
    return Outcome(change: .offer(bytes), effects: isDoubtful ? [.say(FileWording.unknownPicture)] : [])
  }

  func hint(for action: Action, _ layout: Layout) -> String? {
    action == .save && mode == .filePath ? verb.lowercased() : nil
  }

  private var verb: String {
    switch purpose {
    case .read: "Choose"
    case .write: "Write"
    case .command(.importing): "Import"
    case .command(.exporting): "Export"
    case .command(.new): "Create"
    case .command(.open): "Open"
    }
  }

  private var isWriting: Bool {
    switch purpose {
    case .read, .command(.importing), .command(.open): false
    case .write, .command: true
    }
  }
  var mode: Mode { line == nil ? .files : .filePath }

  var bar: Bar? {
    Bar(
      left: .init("Cancel"), title: label, right: .init(isWriting || line != nil ? verb : "", isButton: true))
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

  func take(_ path: Text) -> Outcome {
    switch purpose {
    case .read: .effect(.readFile(path, isConfirmed: false))
    case .write(let id, let field): .effect(.writeFile(id, field: field, to: path, isConfirmed: false))
    case .command(let command): Outcome(change: .pop, effects: [command.run(path, of: extent)])
    }
  }

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
    case .startFolder(let path): if base.bytes.isEmpty { base = path }
    case .folder(let listing) where listing.asked == asked: show(listing)
    default: break
    }
  }

  private mutating func show(_ listing: FolderListing) {
    // An unreadable folder is not entered, unless no other folder is shown.
    if let problem = listing.problem, let shown = self.listing, line == nil {
      self.problem = problem
      asked = shown.asked
      return
    }
    if let problem = listing.problem { self.problem = problem }
    self.listing = listing
    if line != nil, let first = asked.bytes.first, first != Text.slash, first != UInt8(ascii: "~") {
      asked = base.appending(path: Text(typedFolder))
      self.listing?.asked = asked
    }
    if line == nil || base.bytes.isEmpty || isWriting && typedFolder.isEmpty { base = listing.path }
    refill()
    if isCompletionDue, line != nil, isListed { _ = complete(isEntering: false) }
    guard let sought, let place = items.firstIndex(where: { $0 >= 0 && listing.entries[$0].name == sought })
    else { return }
    selection = Selection(place: place, top: place)
  }

  private mutating func refill() {
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

  // MARK: - A path that is typed

  private mutating func performTyping(_ action: Action, _ layout: Layout) -> Outcome {
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

  mutating func startTyping(_ start: String) { line = LineEditor(start) }

  private mutating func beginTyping(_ start: String) -> Outcome {
    base = listing?.path ?? base
    line = LineEditor(start)
    refill()
    return showTypedFolder()
  }

  private mutating func stopTyping() -> Outcome {
    if isWriting { return .pop }
    line = nil
    refill()
    return listing?.problem == nil ? .nothing : go(to: base)
  }

  private var typed: String { line?.text ?? "" }
  private var typedFolder: String { typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? "" }
  private var typedName: String { String(typed.dropFirst(typedFolder.count)) }

  private mutating func showTypedFolder() -> Outcome {
    let folder = typedFolder.isEmpty ? base : base.appending(path: Text(typedFolder))
    guard folder == asked || folder == listing?.path || folder.bytes.isEmpty else {
      items = []
      return go(to: folder)
    }
    if let listing, folder == listing.path { asked = listing.asked }
    refill()
    return .nothing
  }

  private var isListed: Bool { listing?.asked == asked }

  /// The entries with the typed prefix; hidden ones only if the dot is typed.
  private var typingItems: [Int] {
    guard let listing, listing.problem == nil, isListed else { return [] }
    // The suggested name of a new file does not filter the entries.
    let name = isWriting ? [] : Array(typedName.utf8)
    return listing.entries.indices.filter {
      let entry = listing.entries[$0]
      return entry.name.bytes.starts(with: name) && (!entry.isHidden || showsHidden || name.first == 0x2E)
    }
  }

  /// Completes the common prefix of all matches, now or on arrival of the folder; enters a single folder.
  mutating func complete(isEntering: Bool = true) -> Outcome {
    if Self.isFolderName(typed) {
      line?.apply(.insert("/"))
      return showTypedFolder()
    }
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
    // Other encodings cannot be typed, and completion must not split a character.
    while !common.isEmpty, String(validating: common, as: UTF8.self) == nil { common.removeLast() }
    guard common.count >= name.count else { return .nothing }
    let isFolder = isEntering && found.count == 1 && first.isFolder && common.count == first.name.bytes.count
    let text = typedFolder + String(decoding: common, as: UTF8.self) + (isFolder ? "/" : "")
    line = LineEditor(text)
    return showTypedFolder()
  }

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

  // MARK: - Drawing

  private func listRows(_ layout: Layout) -> Range<Int> {
    let rows = layout.content
    let head = (rows.count >= 2 || line != nil ? 1 : 0) + (problem != nil && rows.count >= 3 ? 1 : 0)
    return min(rows.lowerBound + head, rows.upperBound)..<rows.upperBound
  }

  private func listHeight(_ layout: Layout) -> Int { max(1, listRows(layout).count) }

  func draw(on frame: inout Frame, layout: Layout) {
    let rows = listRows(layout)
    if rows.lowerBound > layout.content.lowerBound { drawPath(on: &frame, layout: layout) }
    var view = selection
    view.follow(count: items.count, height: rows.count)
    for (row, index) in zip(rows, view.top..<max(view.top, items.count)) {
      draw(
        items[index], isSelected: index == selection.place && (line == nil || hasChosen), on: &frame,
        row: row, layout)
    }
    let isEmpty = items.isEmpty && listing != nil && problem == nil && !rows.isEmpty
    guard isEmpty, line == nil else { return }
    frame.write(
      FileWording.emptyFolder, at: Position(column: layout.entryIndent, row: rows.lowerBound), role: .dim)
  }

  private func drawPath(on frame: inout Frame, layout: Layout) {
    let row = layout.content.lowerBound
    let width = frame.size.columns - 2 * layout.margin
    var place = Position(column: layout.margin, row: row)
    if let line {
      let folder = folderBefore(width: width)
      place.column += frame.write(folder, at: place, width: width, role: .label, keeping: .end)
      line.draw(on: &frame, at: place, width: width - place.column + layout.margin, role: .content)
    } else {
      let path = listing?.path.string ?? ""
      frame.write(path, at: place, width: width, role: .label, keeping: .end)
    }
    guard let problem, layout.content.count >= 3 else { return }
    frame.write(problem.text, at: Position(column: layout.margin, row: row + 1), width: width, role: .error)
  }

  private func folderBefore(width: Int) -> String {
    guard let line, !line.text.hasPrefix("/"), !line.text.hasPrefix("~"), width >= 8 else { return "" }
    let path = base.string
    let folder = path.hasSuffix("/") || path.isEmpty ? path : path + "/"
    guard TextWidth.width(of: folder) > width / 2 else { return folder }
    return "…" + folder.suffix(width / 3)
  }

  private func draw(_ item: Int, isSelected: Bool, on frame: inout Frame, row: Int, _ layout: Layout) {
    let entry = item == Self.parent ? nil : listing?.entries[item]
    frame.writeEntry(
      (entry?.name.string ?? "..") + (entry?.isFolder == false ? "" : "/"), role: role(of: entry),
      note: entry?.byteCount.map { FileWording.size($0) } ?? "", isSelected: isSelected, row: row,
      layout: layout)
  }

  private func role(of entry: FileEntry?) -> Role {
    guard purpose == .read(prefersImages: true), let entry, !entry.isFolder, !entry.isImage
    else { return .content }
    return .dim
  }
}
