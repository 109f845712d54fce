import Records

/// Merges and compares the trees of commits.
struct TreeCommits {
  let history: any History
  let noteProblem: (TreeProblem) -> Void

  struct Reader: TreeReader {
    let history: any History
    let commit: CommitName

    func files() throws(SyncError) -> [TreeFile] { try history.files(of: commit) }

    func bytes(of blob: BlobName) throws(SyncError) -> [UInt8] { try history.bytes(of: blob) }
  }

  func reader(_ commit: CommitName) -> Reader { Reader(history: history, commit: commit) }

  func isAncestor(_ commit: CommitName, of other: CommitName) throws(SyncError) -> Bool {
    if commit == other { return true }
    return try history.commonAncestors(commit, other) == [commit]
  }

  // MARK: Merging

  /// Merges commits, with the same result on every machine; nil if there are none.
  func merged(_ heads: Set<CommitName>) throws(SyncError) -> CommitName? {
    var merged: CommitName?
    for head in try history.independent(Array(heads)).sorted() {
      merged = try merged.map { (one) throws(SyncError) in try self.merged(one, head) } ?? head
    }
    return merged
  }

  private func merged(_ one: CommitName, _ other: CommitName) throws(SyncError) -> CommitName {
    if try isAncestor(one, of: other) { return other }
    if try isAncestor(other, of: one) { return one }
    let (ours, theirs) = one < other ? (one, other) : (other, one)
    let base = try merged(Set(try history.commonAncestors(ours, theirs)))
    return try history.commit(on: ours, parents: [ours, theirs], by: .merge) { put throws(SyncError) in
      var merge = TreeMerge<Reader, FileSink>(
        base: base.map(reader), ours: reader(ours), theirs: reader(theirs))
      var sink = FileSink(put: put, noteProblem: noteProblem)
      try merge.run(into: &sink)
    }
  }

  private struct FileSink: TreeMergeSink {
    let put: TreePut
    let noteProblem: (TreeProblem) -> Void

    func file(_ path: String, _ bytes: [UInt8]?) throws(SyncError) { try put(path, bytes) }

    func row(old: TreeRow?, new: TreeRow) throws(SyncError) {}

    func problem(_ problem: TreeProblem) throws(SyncError) { noteProblem(problem) }
  }

  func rows(of table: Text, in commit: CommitName) throws(SyncError) -> [TreeRow] {
    var rows: [TreeRow] = []
    for file in try history.files(of: commit) {
      guard case .rows(table, _)? = TreePath(file.path) else { continue }
      for line in try history.bytes(of: file.blob).split(separator: UInt8(ascii: "\n")) {
        if let row = TreeLine.row(of: line, in: table) { rows.append(row) }
      }
    }
    return rows
  }

  // MARK: Differing

  /// Calls a closure for each row that a descendant changes; for all rows if there is no old commit.
  func forEachChange(
    from old: CommitName?, to new: CommitName, _ body: @escaping (TreeRow?, TreeRow) throws(SyncError) -> Void
  ) throws(SyncError) {
    var merge = TreeMerge<Reader, RowSink>(old.map(reader), behind: reader(new))
    var sink = RowSink(body: body, noteProblem: noteProblem)
    try merge.run(into: &sink)
  }

  private struct RowSink: TreeMergeSink {
    let body: (TreeRow?, TreeRow) throws(SyncError) -> Void
    let noteProblem: (TreeProblem) -> Void

    var wantsFiles: Bool { false }

    func file(_ path: String, _ bytes: [UInt8]?) throws(SyncError) {}

    func row(old: TreeRow?, new: TreeRow) throws(SyncError) { try body(old, new) }

    func problem(_ problem: TreeProblem) throws(SyncError) { noteProblem(problem) }
  }
}
