/// Orders tables so that referenced tables come first, except in cycles.
enum TableOrder {
  static func parentsFirst(_ tables: [SyncedTable]) -> [SyncedTable] {
    var (sorted, seen): ([SyncedTable], Set<Int64>) = ([], [])
    func visit(_ table: SyncedTable) {
      guard seen.insert(table.id).inserted else { return }
      for reference in table.references {
        if let parent = tables.first(where: { $0.name == reference.table }) { visit(parent) }
      }
      sorted.append(table)
    }
    tables.forEach(visit)
    return sorted
  }
}
