import Platform

/// A folder that Syncthing, a cloud or a stick carries: each machine writes git bundles and leaves the others' alone.
///
/// `desk.000004-000009.bundle` has what a machine sent in its fourth to ninth sync. It names the commits that it builds on,
/// so bundles may arrive in any order. Now and then a machine writes one bundle in place of several, which it keeps until
/// every other machine has their contents. A machine that misses bundles writes what others cannot get without them.
struct BundleFolder: GitPlace {
  private let folder: String

  init(_ folder: String) { self.folder = folder }

  // MARK: Fetching

  func fetch(into repository: GitRepository) throws(SyncError) -> [LeftOut] {
    let (bundles, unreadable) = try read()
    // Combined bundles come before the ones that they replace, which then bring nothing new.
    var waiting = bundles.sorted { ($0.first, $1.last, $0.file) < ($1.first, $0.last, $1.file) }
    var (leftOut, hasGrown) = (unreadable, true)
    while hasGrown {
      hasGrown = false
      let candidates = waiting
      waiting = []
      for bundle in candidates where try !repository.has([bundle.tip]) {
        guard try repository.has(bundle.needs) else {
          waiting.append(bundle)
          continue
        }
        do throws(SyncError) {
          try take(bundle, into: repository)
          hasGrown = true
        } catch {
          if error == .cancelled { throw error }
          leftOut.append(LeftOut(name: bundle.file, reason: error))
        }
      }
    }
    var heads: [String: CommitName] = [:]
    for bundle in bundles.sorted(by: { $0.last < $1.last }) where try repository.has([bundle.tip]) {
      heads[bundle.machine] = bundle.tip
    }
    try repository.setPlaces(heads)
    return leftOut + waiting.map { LeftOut(name: $0.file, reason: .waits(path: $0.file)) }
  }

  private func take(_ bundle: Bundle, into repository: GitRepository) throws(SyncError) {
    let file = try open(bundle.file).descriptor
    defer { close(file) }
    lseek(file, off_t(bundle.headerCount), SEEK_SET)
    _ = try repository.git.run(
      GitProgram.holdingAll + ["index-pack", "--stdin", "--fix-thin", "--strict"], in: repository.folder,
      input: file)
    guard try repository.has([bundle.tip]) else { throw .damaged(path: bundle.file) }
  }

  // MARK: Publishing

  /// A machine with this many bundles combines the latest.
  private static let mostBundles = 16
  /// The most replaced bundles to keep for machines that may never come back.
  private static let mostReplaced = 64

  func publish(_ head: CommitName, as machine: String, from repository: GitRepository) throws(SyncError) {
    let (bundles, unreadable) = try read()
    let lost = unreadable.map(\.name).filter { Bundle.parts(of: $0)?.machine == machine }
    let own = bundles.filter { $0.machine == machine }.sorted { $0.last < $1.last }
    if own.last?.tip == head { return }
    let replaced = own.filter { bundle in own.contains { $0.replaces(bundle) } }
    let folded = Self.folded(own.filter { !replaced.contains($0) })
    let parents = try repository.graph()
    let others = bundles.filter { !replaced.contains($0) && !folded.contains($0) }
    let needs = Self.border(of: head, Self.covered(by: others, parents), parents)
    let last = max(own.last?.last ?? 0, lost.compactMap { Bundle.parts(of: $0)?.last }.max() ?? 0) + 1
    let name = Bundle.name(machine, folded.first?.first ?? last, last)
    try write(head, of: machine, following: needs, as: name, from: repository)
    // The new bundle has their contents.
    for name in lost { unlink("\(folder)/\(name)") }
    removeAbandoned()
    try remove(replaced, from: repository)
  }

  /// The latest bundles to combine: none is much larger than those after it together.
  private static func folded(_ own: [Bundle]) -> ArraySlice<Bundle> {
    var (start, byteCount) = (own.endIndex, 0)
    guard own.count >= mostBundles else { return own[start...] }
    while start > 0, start == own.endIndex || own[start - 1].byteCount <= 2 * byteCount {
      start -= 1
      byteCount += own[start].byteCount
    }
    return own[start...]
  }

  private static func covered(
    by bundles: [Bundle], _ parents: [CommitName: [CommitName]]
  ) -> Set<CommitName> {
    var (covered, waiting, hasGrown) = (Set<CommitName>(), bundles, true)
    while hasGrown {
      hasGrown = false
      let candidates = waiting
      waiting = []
      for bundle in candidates where parents[bundle.tip] != nil {
        guard bundle.needs.allSatisfy(covered.contains) else {
          waiting.append(bundle)
          continue
        }
        hasGrown = true
        var rest = [bundle.tip]
        while let commit = rest.popLast() {
          if covered.insert(commit).inserted { rest += parents[commit] ?? [] }
        }
      }
    }
    return covered
  }

  /// Going back from a head, the first commits that others have.
  private static func border(
    of head: CommitName, _ covered: Set<CommitName>, _ parents: [CommitName: [CommitName]]
  ) -> [CommitName] {
    var (seen, border, rest) = (Set<CommitName>(), [CommitName](), [head])
    while let commit = rest.popLast() {
      guard seen.insert(commit).inserted else { continue }
      if covered.contains(commit) { border.append(commit) } else { rest += parents[commit] ?? [] }
    }
    return border.sorted()
  }

  private func write(
    _ head: CommitName, of machine: String, following needs: [CommitName], as name: String,
    from repository: GitRepository
  ) throws(SyncError) {
    let lines =
      [Bundle.signature] + needs.map { "-\($0.hex) \n" } + [
        "\(head.hex) HEAD\n", "\(head.hex) \(MachineRef.head(machine))\n\n",
      ]
    let file = try atPlace { () throws(SystemError) in
      let file = try WholeFile("\(folder)/\(name)", replaces: false)
      try DescriptorBytes.writeAll(Array(lines.joined().utf8), to: file.descriptor)
      return file
    }
    let commits = (["\(head.hex)\n"] + needs.map { "^\($0.hex)\n" }).joined()
    _ = try repository.git.run(
      ["pack-objects", "--revs", "--thin", "--delta-base-offset", "--stdout", "-q"], in: repository.folder,
      feeding: Array(commits.utf8), output: file.descriptor)
    try atPlace { () throws(SystemError) in try file.finish() }
  }

  private func remove(_ replaced: [Bundle], from repository: GitRepository) throws(SyncError) {
    guard let last = replaced.last, try repository.has([last.tip]) else { return }
    let arguments = ["for-each-ref", "--count=1", "--no-contains=\(last.tip.hex)", MachineRef.places]
    let lacking = try repository.run(arguments)
    guard lacking.isEmpty || replaced.count > Self.mostReplaced else { return }
    for bundle in replaced { unlink("\(folder)/\(bundle.file)") }
  }

  /// Removes what killed syncs left behind more than a day ago.
  private func removeAbandoned() {
    for name in (try? Folder.names(in: folder)) ?? [] where name.hasPrefix(".booklist-") {
      var status = stat()
      let isOld = stat("\(folder)/\(name)", &status) == 0 && time(nil) - status.modified.tv_sec > 86_400
      if isOld { unlink("\(folder)/\(name)") }
    }
  }

  // MARK: Files

  private static let mostFiles = 10_000

  private func read() throws(SyncError) -> (bundles: [Bundle], leftOut: [LeftOut]) {
    let names = try atPlace { () throws(SystemError) in try Folder.names(in: folder) }
    var (bundles, leftOut) = ([Bundle](), [LeftOut]())
    for name in names.sorted().prefix(Self.mostFiles) where name.hasSuffix(".bundle") && !name.hasPrefix(".")
    {
      do throws(SyncError) {
        let (descriptor, byteCount) = try open(name)
        defer { close(descriptor) }
        let header = try? DescriptorBytes.readAll(descriptor, upTo: Bundle.mostBytesOfHeader)
        bundles.append(try Bundle(name, header ?? [], byteCount))
      } catch { leftOut.append(LeftOut(name: name, reason: error)) }
    }
    return (bundles, leftOut)
  }

  private func open(_ name: String) throws(SyncError) -> (descriptor: Int32, byteCount: Int) {
    // Opening a pipe would block, and a link could lead anywhere.
    let file = Platform.open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      if file >= 0 { close(file) }
      throw .damaged(path: name)
    }
    guard status.st_size <= GitProgram.mostBytes else {
      close(file)
      throw .tooLarge(name: name)
    }
    return (file, Int(status.st_size))
  }

  private func atPlace<Result>(_ body: () throws(SystemError) -> Result) throws(SyncError) -> Result {
    do throws(SystemError) { return try body() } catch {
      switch error.number {
      case ENOENT, ENOTDIR: throw .noFolder(place: folder)
      case ENOSPC, EDQUOT: throw .diskFull(place: folder)
      case EACCES, EPERM, EROFS: throw .noPermission(place: folder, detail: error.reason)
      // Another machine of this name has written the file meanwhile.
      case EEXIST: throw .otherHead(place: folder)
      default: throw .unreachable(place: folder, detail: error.reason)
      }
    }
  }
}

private struct Bundle: Hashable {
  let file, machine: String
  let first, last: Int
  let byteCount: Int
  let tip: CommitName
  let needs: [CommitName]
  let headerCount: Int

  static let signature = "# v2 git bundle\n"
  static let mostBytesOfHeader = 1 << 17

  func replaces(_ other: Bundle) -> Bool {
    self != other && machine == other.machine && first <= other.first && last >= other.last
  }

  static func name(_ machine: String, _ first: Int, _ last: Int) -> String {
    let numbers = [first, last].map {
      String(repeating: "0", count: max(6 - String($0).count, 0)) + String($0)
    }
    return "\(MachineRef.text(machine)).\(numbers.joined(separator: "-")).bundle"
  }

  /// The parts of a file name; nil for a name that no machine writes.
  static func parts(of file: String) -> (machine: String, first: Int, last: Int)? {
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.dropLast().last?.split(separator: "-").compactMap { Int($0) } ?? []
    guard let machine = MachineRef.name(parts.dropLast(2).joined(separator: ".")), numbers.count == 2,
      1 <= numbers[0], numbers[0] <= numbers[1], numbers[1] < 1 << 40,
      file == name(machine, numbers[0], numbers[1])
    else { return nil }
    return (machine, numbers[0], numbers[1])
  }

  init(_ file: String, _ bytes: [UInt8], _ byteCount: Int) throws(SyncError) {
    guard let parts = Self.parts(of: file) else { throw .damaged(path: file) }
    (self.file, machine, first, last) = (file, parts.machine, parts.first, parts.last)
    if bytes.starts(with: "# v3 git bundle\n@object-format=sha256".utf8) { throw .otherHash(place: file) }
    let end = bytes.indices.dropFirst().first {
      bytes[$0 - 1] == UInt8(ascii: "\n") && bytes[$0] == bytes[$0 - 1]
    }
    guard bytes.starts(with: Self.signature.utf8), let end, bytes[(end + 1)...].starts(with: "PACK".utf8)
    else {
      throw .damaged(path: file)
    }
    (headerCount, self.byteCount) = (end + 1, byteCount)
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n").dropFirst().map {
      $0.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    }
    needs = lines.filter { $0[0].hasPrefix("-") }.map { CommitName(String($0[0].dropFirst())) }
    guard let tip = lines.first(where: { $0.last == MachineRef.head(parts.machine)[...] })?.first else {
      throw .damaged(path: file)
    }
    self.tip = CommitName(String(tip))
  }
}
