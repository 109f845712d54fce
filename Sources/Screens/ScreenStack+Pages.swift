import Records

/// One function for each screen that the browser opens besides lists, records and editors.
extension ScreenStack {
  package mutating func openHistory(_ source: HistorySource, _ lines: [HistoryLine]) {
    open(HistoryScreen(source, lines))
  }

  package mutating func openConflicts(_ lines: [ConflictLine]) {
    open(ConflictScreen(lines), replacingItsKind: true)
  }

  package mutating func openValues(_ schema: Schema, field: Int) {
    open(ValuesScreen(schema: schema, field: field))
  }

  /// `thisYear` is nil unless the rows are books whose readings are recorded.
  package mutating func openStatistics(_ schema: Schema, thisYear: Int?, emptyFields: Set<Int> = []) {
    var screen = StatisticsScreen(schema: schema, thisYear: thisYear, emptyFields: emptyFields)
    screen.isUnicode = settings.isUnicode
    open(screen)
  }

  package mutating func openRule(_ schema: Schema, _ rule: String) {
    open(RuleScreen(schema: schema, rule: rule))
  }

  package mutating func openGroups(_ schema: Schema, field: Int, at place: Int = 0) {
    open(GroupsScreen(schema: schema, field: field, at: place), replacingItsKind: true)
  }

  package mutating func openDuplicates(_ schema: Schema) { open(DuplicatesScreen(schema: schema)) }

  package mutating func openMerge(_ sheet: MergeSheet) { open(MergeScreen(sheet)) }

  package mutating func openShelves(_ shelves: [String], for rows: RowSet, _ schema: Schema) {
    open(MenuScreen(schema: schema, purpose: .shelf(rows, shelves)))
  }

  package mutating func openViews(_ choices: [ViewChoice]) { open(ViewsScreen(choices)) }

  package mutating func openSchema(_ tables: [TableDeclaration]) { open(SchemaScreen(tables)) }

  /// A new plan replaces the previous one.
  package mutating func openPlan(_ plan: ImportPlan) { open(ImportPlanScreen(plan), replacingItsKind: true) }
}
