import Records
import SQLite

/// Rows that wait for the rows that they reference.
struct WaitingRows {
  private let references: References
  private var rows: SharedRows { references.rows }
  private var shadow: Shadow { rows.shadow }

  init(_ references: References) { self.references = references }

  /// Takes waiting rows whose targets all exist by now or are taken along with them, since rows may wait for each other.
  func take() throws(SyncError) {
    var hasTaken = true
    while hasTaken {
      hasTaken = false
      for place in try ready() where try take(place) { hasTaken = true }
    }
  }

  /// The rows that wait only for each other.
  private func ready() throws(SyncError) -> [RowPlace] {
    let waiting = try shadow.rows(
      "SELECT tbl, key FROM image WHERE reason > 0 ORDER BY tbl, key"
    ) { ($0.integer(at: 0), $0.value(at: 1)) }.compactMap { id, key in
      shadow.table(id).map { RowPlace($0, packed: key) }
    }
    var (ready, left, waiters) = (Set(waiting), [RowPlace](), [RowPlace: [RowPlace]]())
    for place in waiting {
      for target in try missingTargets(of: place) {
        if ready.contains(target) { waiters[target, default: []].append(place) } else { left.append(place) }
      }
    }
    while let place = left.popLast() {
      if ready.remove(place) != nil { left += waiters[place] ?? [] }
    }
    return waiting.filter(ready.contains)
  }

  private func missingTargets(of place: RowPlace) throws(SyncError) -> [RowPlace] {
    var missing: [RowPlace] = []
    guard let values = try rows.image(place)?.values, !values.isEmpty else { return [] }
    for (_, target) in shadow.targets(of: values, in: place.table) where target != place {
      if try !rows.hasRow(target) { missing.append(target) }
    }
    return missing
  }

  /// Puts aside all rows that would have dangling references, because the library would reject the whole transaction.
  func mendReferences() throws(SyncError) {
    var isMended = false
    while !isMended {
      isMended = true
      for table in shadow.tables where table.isPointedTo || !table.references.isEmpty {
        try rows.forEachChanged(of: table, where: mayDangle(table)) { place throws(SyncError) in
          if try !mend(place) { isMended = false }
        }
      }
    }
  }

  private func mayDangle(_ table: SyncedTable) -> String {
    // Rows with other keys cannot be found by their packed keys.
    guard table.isNamedByRowID else { return "1" }
    let dangling = table.references.compactMap { reference -> String? in
      guard let target = shadow.table(named: reference.table) else { return nil }
      let isNamed = reference.places.map { "t.c\($0) IS NOT NULL" }
      let same = reference.places.enumerated().map { "s.c\($0) = t.c\($1)" }.joined(separator: " AND ")
      let isMissing = "NOT EXISTS (SELECT 1 FROM \(target.shadowName) AS s WHERE \(same))"
      return
        "EXISTS (SELECT 1 FROM \(table.shadowName) AS t WHERE t.c0 = key AND \((isNamed + [isMissing]).joined(separator: " AND ")))"
    }
    let isGone = "NOT EXISTS (SELECT 1 FROM \(table.shadowName) AS t WHERE t.c0 = key)"
    return "(\(([isGone] + dangling).joined(separator: " OR ")))"
  }

  /// Returns true if the row needed no change.
  private func mend(_ place: RowPlace) throws(SyncError) -> Bool {
    let old = try rows.old(place)
    guard let new = try rows.row(place) else {
      let children = old == nil || !place.table.isPointedTo ? [] : try references.children(of: place)
      for child in children { try references.putAside(child.place, child.values) }
      return children.isEmpty
    }
    for (reference, target) in shadow.targets(of: new, in: place.table) where target != place {
      // With foreign keys off, a row may have had a dangling reference before.
      let isNew = old.map { values in reference.places.map { values[$0] } != target.key } ?? true
      if !isNew { continue }
      if try rows.hasRow(target) { continue }
      try references.putAside(place, new)
      return false
    }
    return true
  }

  private func take(_ place: RowPlace) throws(SyncError) -> Bool {
    guard let image = try rows.image(place) else { return false }
    try rows.removeImage(place)
    let held = try rows.row(place)
    let wanted = image.values.isEmpty ? nil : image.values
    if held == wanted { return false }
    try rows.put(wanted, at: place, before: held)
    return true
  }
}
