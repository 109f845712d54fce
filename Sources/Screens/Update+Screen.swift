import Records

extension Update {
  /// The screen that an update opens, if it opens one.
  ///
  /// - Parameters:
  ///   - schema: The table of the topmost list.
  /// - isInspectorWhole: Whether the inspector fills the screen; nil if it is closed.
  func screen(in schema: Schema, isInspectorWhole: Bool?) -> (any Screen)? {
    switch self {
    case .alert(let alert): return alert
    case .explained(let group, let plan):
      return ReportScreen(
        StatementWording.statement, StatementWording.explanation(of: group, plan),
        wasInspectorWhole: isInspectorWhole)
    case .opened(let source, let schema): return ListScreen(schema: schema, source: source, hasBack: true)
    case .linked(let record, let schema): return DetailScreen(schema: schema, record: record)
    case .choice(let lists): return MenuScreen.opening(lists, schema)
    case .begun(let schema, let start): return DraftScreen(schema: schema, start: start)
    case .openedRecent(let files): return RecentScreen(files)
    default: return nil
    }
  }
}
