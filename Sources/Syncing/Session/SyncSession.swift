import BookStore
import Platform

/// Brings a library to the state that all machines agree on, given the files that have arrived.
///
/// 1. What has changed in the library since the last sync becomes a file of this machine and is merged into the shadow.
/// 2. Files of other machines are merged into the shadow, each after those that its machine had seen.
/// 3. The library follows the shadow, in one step that can be undone.
/// 4. The machine's own files are uploaded.
///
/// A machine that joins takes files first, so that it sends only what no other machine has.
package final class SyncSession {
  private let options: SyncOptions
  private let folder: SyncFolder
  private let shadow: Shadow
  private let held: HeldTables
  private var report = SyncReport()
  /// The machines whose files were taken before the library joined.
  private var caughtUp = ""

  /// The share of the time for merging files into the shadow; updating the library takes the rest.
  private static let mergingShare = 0.35

  /// How often a sync starts over if another program keeps writing to the library.
  private static let attempts = 5

  private init(_ options: SyncOptions, _ folder: SyncFolder) throws(SyncError) {
    (self.options, self.folder) = (options, folder)
    shadow = try Shadow(folder, isUnwanted: options.isUnwanted)
    held = HeldTables(shadow, folder)
    shadow.isDry = options.isDry
  }

  // MARK: What others call

  /// Syncs a library; after an error, what was done stays, and the next sync continues.
  package static func run(_ options: SyncOptions, by carrier: (any Carrier)? = nil) throws(SyncError)
    -> SyncReport
  {
    let there = if let carrier { carrier } else { try Self.carrier(options) }
    var beginning = SyncReport.Beginning.none
    if access(options.library, F_OK) != 0 {
      if options.isDry { throw .noLibrary }
      try LibraryJoin.create(options.library, by: there)
      beginning = .created
    }
    let folder = try SyncFolder(of: options.library, in: options.stateFolder)
    try folder.make()
    return try locked(folder) { () throws(SyncError) in
      if try prepare(folder, beginning, options, by: there), beginning == .none { beginning = .rejoined }
      let session = try SyncSession(options, folder)
      session.report.beginning = beginning
      return try session.run(by: there)
    }
  }

  package static func questions(_ options: SyncOptions) throws(SyncError) -> [SyncQuestion] {
    try opened(options) { session throws(SyncError) in
      try session.recover()
      try session.send()
      let questions = try Questions(session.shadow).all()
      session.folder.note(unsettledCount: questions.count)
      return questions
    }
  }

  /// - Throws: `noQuestion` if the question is no longer open.
  package static func settle(
    _ question: SyncQuestion, by choice: SyncChoice, _ options: SyncOptions
  ) throws(SyncError) {
    try opened(options) { session throws(SyncError) in
      try session.recover()
      try session.send()
      try session.shadow.transaction { () throws(SyncError) in
        try Questions(session.shadow).settle(question, by: choice)
      }
      try session.send()
    }
  }

  /// The known machines with their labels and the number of files taken.
  package static func machines(_ options: SyncOptions) throws(SyncError) -> [(
    label: String, taken: Int, isOwn: Bool
  )] {
    try opened(options) { session throws(SyncError) in
      let own = try session.shadow.text("machine") ?? ""
      return try session.shadow.rows(
        "SELECT label, taken, name FROM machine WHERE id > 0 ORDER BY label, name"
      ) {
        ($0.string(at: 0), Int($0.integer(at: 1)), $0.string(at: 2) == own)
      }
    }
  }

  /// How many questions the last sync left open, without opening a database; 0 for a library that is not synced.
  package static func unsettledCount(_ options: SyncOptions) -> Int {
    guard let folder = try? SyncFolder(of: options.library, in: options.stateFolder) else { return 0 }
    return folder.unsettledCount
  }

  package static func rememberedPlace(_ options: SyncOptions) throws(SyncError) -> String? {
    guard access(options.library, F_OK) == 0 else { return nil }
    let folder = try SyncFolder(of: options.library, in: options.stateFolder)
    guard folder.isThere else { return nil }
    let place = try Shadow(folder, isUnwanted: nil).text("place")
    return place?.isEmpty ?? true ? nil : place
  }

  private static func opened<Result>(
    _ options: SyncOptions, _ body: (SyncSession) throws(SyncError) -> Result
  ) throws(SyncError) -> Result {
    let folder = try SyncFolder(of: options.library, in: options.stateFolder)
    guard folder.isThere else { throw .noPlace }
    return try locked(folder) { () throws(SyncError) in
      let session = try SyncSession(options, folder)
      try session.shadow.transaction { () throws(SyncError) in try session.shadow.readTables() }
      // A machine joins by a sync, not by a look at the questions.
      if try session.shadow.text("joining") != nil { throw .noPlace }
      return try body(session)
    }
  }

  private static func locked<Result>(
    _ folder: SyncFolder, _ body: () throws(SyncError) -> Result
  ) throws(SyncError) -> Result {
    let lock = try folder.lock()
    defer { close(lock) }
    return try body()
  }

  private static func carrier(_ options: SyncOptions) throws(SyncError) -> any Carrier {
    var place = options.place
    if place == nil { place = try rememberedPlace(options) }
    guard let place else { throw .noPlace }
    if place.hasPrefix("ssh://") { return try SSHCarrier(place, isUnwanted: options.isUnwanted) }
    return try FolderCarrier(place)
  }

  /// Downloads the shadow if other machines have begun; returns whether a different library than before joins again.
  private static func prepare(
    _ folder: SyncFolder, _ beginning: SyncReport.Beginning, _ options: SyncOptions, by carrier: any Carrier
  ) throws(SyncError) -> Bool {
    var isOther = false
    if folder.isThere {
      let shadow = try Shadow(folder, isUnwanted: nil)
      let known = try shadow.text("identity")
      isOther = known != nil
      if known == Identity.of(folder.library), beginning != .created, try !isRestored(shadow, by: carrier) {
        return false
      }
    }
    if isOther {
      if options.isDry { throw .replaced }
      try folder.setAside()
    }
    for end in ["", "-journal"] { unlink(folder.shadow + end) }
    _ = try LibraryJoin.fetch(to: folder.shadow, folder, by: carrier)
    return isOther
  }

  /// Whether the library or its sync state was restored from a backup: its change counter fell, or own files are unknown.
  private static func isRestored(_ shadow: Shadow, by carrier: any Carrier) throws(SyncError) -> Bool {
    if case .integer(let last)? = try shadow["changes"], let count = shadow.connection.changeCount(of: "lib"),
      Int64(count) < last
    {
      return true
    }
    let own = try shadow.text("machine") ?? ""
    let last = try shadow.taken[own]
    return try carrier.list().compactMap { FileName($0) }.contains {
      $0.machine == own && $0.kind == .changes && $0.number > last
    }
  }

  // MARK: A whole sync

  private func run(by carrier: any Carrier) throws(SyncError) -> SyncReport {
    if options.isDry { shadow.beginDry() }
    defer { if options.isDry { shadow.endDry() } }
    try begin()
    try recover()
    if try shadow.text("joining") != nil { try catchUp(from: carrier) }
    for attempt in 1... {
      do throws(SyncError) {
        try send()
        try take(from: carrier)
        break
      } catch .libraryChanges where attempt < Self.attempts { continue }
    }
    if !options.isDry { try carry(by: carrier) }
    try finish()
    return report
  }

  private func begin() throws(SyncError) {
    let last = try shadow.text("label")
    let label = options.label ?? last ?? Identity.hostName
    report.label = label
    try shadow.transaction { () throws(SyncError) in
      if try shadow.text("machine") == nil {
        let joins = try LibraryJoin(shadow, folder).begin(
          label: label, place: options.place ?? "", makeName: options.makeName)
        if report.beginning == .none { report.beginning = joins ? .joined : .founded }
        return
      }
      try shadow.set("label", .text(Text(label)))
      if let place = options.place { try shadow.set("place", .text(Text(place))) }
      try shadow.readTables()
    }
    report.keyless = shadow.keyless
  }

  /// Finishes a sync that was killed between the commits of the library and the shadow, and removes what others left behind.
  private func recover() throws(SyncError) {
    if let intent = Intent(folder.intent), try intent.isDone(in: shadow) {
      try shadow.transaction { () throws(SyncError) in try intent.adopt(shadow, held) }
    }
    if options.isDry { return }
    unlink(folder.intent)
    let last = try shadow.taken[try shadow.text("machine") ?? ""]
    for name in (try? Folder.names(in: folder.ownFolder)) ?? [] {
      // No other machine has seen the file.
      if let number = Int64(name), number > last { unlink(folder.own(number)) }
    }
    shadow.largeValues.removeOwn(except: Set(try sentValues()))
  }

  /// Takes the existing files before the library is first compared, so that rows it already has count as the same rows.
  private func catchUp(from carrier: any Carrier) throws(SyncError) {
    var arriving: [FileName] = []
    for name in try Arriving(shadow, folder, carrier).fetch(&report) {
      let header = try ChangeFileReader(folder.arrived(name)).header
      // Tables that do not fit are held back only once the library takes part.
      if header.tables.contains(where: { held.form(of: $0) == nil }) { break }
      arriving.append(name)
    }
    if arriving.isEmpty { return }
    caughtUp = try labels(of: arriving)
    try shadow.transaction { () throws(SyncError) in
      let merger = try Merger(shadow)
      let progress = options.progress
      merger.progress = { progress($0 * Self.mergingShare) }
      try MergeWork(files: arriving.map { .init(path: folder.arrived($0)) }).run(merger, held)
      try merger.rows.keepFormer()
      report.figures.add(merger.figures)
    }
    try remove(arriving)
  }

  private func remove(_ arriving: [FileName]) throws(SyncError) {
    if options.isDry { return }
    for name in arriving { unlink(folder.arrived(name)) }
    try held.removeFiles()
    if try !shadow.exists("SELECT 1 FROM held_file", []) { shadow.largeValues.removeArrived() }
  }

  // MARK: What is sent

  private func send() throws(SyncError) {
    try releaseOwn()
    let stamp = shadow.stamp
    let isJoining = try shadow.text("joining") != nil
    let isSame = try shadow.text("stamp") == stamp
    if isJoining || !isSame || options.comparesAlways { try sendChanges(stamp, isJoining) }
    guard try shadow.exists("SELECT 1 FROM settling", []) else { return }
    try follow("") { () throws(SyncError) in
      let own = try OwnFile(shadow, folder)
      report.figures.sentCount += try own.writeSettled()
      return MergeWork(files: [.init(path: own.path, isOwn: true)], settles: true)
    }
  }

  private func sendChanges(_ stamp: String, _ isJoining: Bool) throws(SyncError) {
    var names = Set(try held.all().map(\.name))
    for name in names where try held.isReleased(name) { names.remove(name) }
    if isJoining {
      let own = try OwnFile(shadow, folder)
      let merger = try Merger(shadow)
      report.figures.sentCount += try own.writeChanges(isJoining: true, except: names, merger.rows)
      return try follow(caughtUp, merger) { MergeWork(files: [.init(path: own.path, isOwn: true)]) }
    }
    try shadow.transaction { () throws(SyncError) in
      let own = try OwnFile(shadow, folder)
      let merger = try Merger(shadow)
      let count = try own.writeChanges(isJoining: false, except: names, merger.rows)
      if count > 0 {
        try merger.take(own.path, isOwn: true) { table throws(SyncError) in held.form(of: table) }
      }
      report.figures.sentCount += count
      try shadow.note(stamp: stamp)
    }
  }

  /// Writes files of the local changes in released tables.
  private func releaseOwn() throws(SyncError) {
    for (table, known, _) in try held.released() where try !held.isReleased(table.name) {
      try shadow.transaction { () throws(SyncError) in
        let own = try OwnFile(shadow, folder)
        let count = try own.writeChanges(of: table, knowing: known)
        if count > 0 {
          try Merger(shadow).take(own.path, isOwn: true) { table throws(SyncError) in held.form(of: table) }
        }
        report.figures.sentCount += count
        try held.noteReleased(table.name)
      }
    }
  }

  // MARK: What is taken

  private func take(from carrier: any Carrier) throws(SyncError) {
    let arriving = try Arriving(shadow, folder, carrier).fetch(&report)
    var work = MergeWork(files: arriving.map { .init(path: folder.arrived($0)) })
    for (table, _, files) in try held.released().reversed() where try held.isReleased(table.name) {
      work.files = files.map { .init(path: $0, table: table.name) } + work.files
    }
    let waits = try shadow.exists("SELECT 1 FROM image WHERE reason > 0", [])
    if work.files.isEmpty && !waits { return }
    try follow(try labels(of: arriving)) { work }
    try remove(arriving)
  }

  private func labels(of files: [FileName]) throws(SyncError) -> String {
    var labels: [String] = []
    for name in files {
      let header = try ChangeFileReader(folder.arrived(name)).header
      if !labels.contains(header.label) { labels.append(header.label) }
    }
    return labels.joined(separator: ", ")
  }

  /// Takes files into the shadow and updates the library; the shadow is committed right after the library.
  private func follow(
    _ labels: String, _ known: Merger? = nil, _ work: () throws(SyncError) -> MergeWork
  ) throws(SyncError) {
    try shadow.transaction { () throws(SyncError) in
      let merger = if let known { known } else { try Merger(shadow) }
      let (work, progress) = (try work(), options.progress)
      merger.progress = { progress($0 * Self.mergingShare) }
      try work.run(merger, held)
      try merger.rows.endJoining()
      if try shadow.exists("SELECT 1 FROM temp.changed", []), !options.isDry {
        let stamp = try writeLibrary(merger, work, labels)
        try shadow.note(stamp: stamp)
      }
      report.figures.add(merger.figures)
    }
    if !options.isDry { unlink(folder.intent) }
  }

  /// Returns the stamp of the library afterwards, or nil if it may differ from the shadow.
  private func writeLibrary(
    _ merger: Merger, _ work: MergeWork, _ labels: String
  ) throws(SyncError) -> String? {
    let library = try store { () throws(StoreError) in
      let library = try BookStore(path: folder.library, options: options.store)
      if library.isReadOnly { throw .readOnly }
      return library
    }
    defer { library.close() }
    let follower = LibraryFollower(merger, library)
    let progress = options.progress
    do throws(SyncError) {
      try follower.run(
        origin: labels, progress: { progress(Self.mergingShare + $0 * (1 - Self.mergingShare)) }
      ) { () throws(SyncError) in
        try Intent(work, merger.rows).write(to: folder.intent)
      }
    } catch {
      // Nothing was committed, unless the file was replaced, because then nobody can tell in which file.
      if error != .store(.fileReplaced) { unlink(folder.intent) }
      throw error
    }
    return follower.stamp
  }

  // MARK: The end

  private func carry(by carrier: any Carrier) throws(SyncError) {
    let machine = try shadow.text("machine") ?? ""
    let there = Set(try carrier.list())
    for name in try sentValues() where !there.contains(name) {
      try carrier.put("\(folder.ownFolder)/\(name)", as: name)
    }
    for number in 0..<max(0, try shadow.taken[machine]) {
      let name = FileName(machine: machine, number: number + 1).text
      if !there.contains(name), access(folder.own(number + 1), F_OK) == 0 {
        try carrier.put(folder.own(number + 1), as: name)
        report.figures.carriedCount += 1
      }
    }
    try Snapshots(shadow, folder, interval: options.snapshotInterval).putIfNeeded(there, by: carrier)
  }

  private func sentValues() throws(SyncError) -> [String] {
    try shadow.rows("SELECT name FROM value ORDER BY name") { $0.string(at: 0) }
  }

  private func finish() throws(SyncError) {
    try shadow.transaction { () throws(SyncError) in
      try Questions(shadow).close()
      if let count = shadow.connection.changeCount(of: "lib") {
        try shadow.set("changes", .integer(Int64(count)))
      }
    }
    report.questionCount = try Questions(shadow).all().count
    if !options.isDry { folder.note(unsettledCount: report.questionCount) }
    report.heldTables = try held.all()
    report.hasNamesake = try shadow.exists(
      "SELECT 1 FROM machine WHERE id > 0 AND label = ? AND name <> (SELECT value FROM meta WHERE name = 'machine')",
      [.text(Text(report.label))])
    for table in shadow.tables where !table.isNamedByRowID {
      let count = try LibraryDiff(shadow: shadow).unnamedCount(in: table)
      if count > 0 { report.unnamed[table.name] = count }
    }
  }
}

/// Snapshots of everything that all machines have agreed on, for machines that join.
struct Snapshots {
  private let shadow: Shadow
  private let folder: SyncFolder
  private let interval: Int64

  init(_ shadow: Shadow, _ folder: SyncFolder, interval: Int64) {
    (self.shadow, self.folder, self.interval) = (shadow, folder, interval)
  }

  /// Uploads a snapshot if there is none, or no recent one.
  func putIfNeeded(_ names: Set<String>, by carrier: any Carrier) throws(SyncError) {
    let machine = try shadow.text("machine") ?? ""
    let number = try shadow.taken[machine]
    let all = names.compactMap { FileName($0) }.filter { $0.kind == .snapshot }
    let last = all.lazy.filter { $0.machine == machine }.map(\.number).max() ?? 0
    guard all.isEmpty || number - last >= interval else { return }
    // The shadow's content of a held table is outdated.
    if try shadow.exists("SELECT 1 FROM held", []) { return }
    let name = FileName(machine: machine, number: number, kind: .snapshot)
    try write()
    defer { unlink(folder.part) }
    try carrier.put(folder.part, as: name.text)
  }

  /// Writes a copy of the shadow, with the library's own CREATE statements and the trailer that reveals an incomplete file.
  private func write() throws(SyncError) {
    let sql = """
      SELECT sql FROM lib.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'lib' AND type = 'shadow')
      ORDER BY type <> 'table', rowid
      """
    let statements = try shadow.rows(sql) { $0.value(at: 0) }
    try shadow.transaction { () throws(SyncError) in
      try shadow.set("statements", .blob(PackedBytes.pack(statements)))
    }
    unlink(folder.part)
    try store { () throws(StoreError) in
      try Backup(of: folder.shadow).run(to: folder.part) { _ in }
    }
    try SealedFile.seal(folder.part)
  }
}
