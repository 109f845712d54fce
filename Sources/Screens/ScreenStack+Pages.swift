import Records

/// The screens that the browser opens beside list, record and editors, a function each.
extension ScreenStack {
  /// Shows the history, or a part of it, from its first lines.
  package mutating func openHistory(_ source: HistorySource, _ lines: [HistoryLine]) {
    open(HistoryScreen(source, lines))
  }

  /// Shows the first rows in conflict.
  ///
  /// All conflicts are on one screen.
  package mutating func openConflicts(_ lines: [ConflictLine]) {
    open(ConflictScreen(lines), replacingItsKind: true)
  }

  /// Shows the distinct values of a field, by its index, while they are being counted.
  package mutating func openValues(_ schema: Schema, field: Int) {
    open(ValuesScreen(schema: schema, field: field))
  }

  /// Shows the statistics of a table while they are being read.
  ///
  /// - Parameters:
  ///   - schema: The table.
  ///   - hasReadings: Whether its rows are books whose readings are noted.
  package mutating func openStatistics(_ schema: Schema, hasReadings: Bool) {
    open(StatisticsScreen(schema: schema, hasReadings: hasReadings))
  }

  /// Shows what a rule would do with rows, while it is worked out.
  package mutating func openRule(_ schema: Schema, _ rule: String) {
    open(RuleScreen(schema: schema, rule: rule))
  }

  /// Shows the groups of the list, which is sorted by a field, while they are counted.
  ///
  /// - Parameter place: The place in the list whose group is selected.
  package mutating func openGroups(_ schema: Schema, field: Int, at place: Int = 0) {
    open(GroupsScreen(schema: schema, field: field, at: place), replacingItsKind: true)
  }

  /// Shows the rows of a table that may be the same, while they are being found.
  package mutating func openDuplicates(_ schema: Schema) { open(DuplicatesScreen(schema: schema)) }

  /// Shows rows side by side, to make one of them.
  package mutating func openMerge(_ sheet: MergeSheet) { open(MergeScreen(sheet)) }

  /// Shows the names of the saved views.
  package mutating func openViews(_ names: [String]) { open(ViewsScreen(names)) }

  /// Shows how the database declares its tables.
  package mutating func openSchema(_ tables: [TableDeclaration]) { open(SchemaScreen(tables)) }

  /// Shows what importing a file would do; a plan that is made anew takes the place of the one before.
  package mutating func openPlan(_ plan: ImportPlan) {
    open(ImportPlanScreen(plan), replacingItsKind: true)
  }
}
