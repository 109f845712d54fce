import Records

extension Update {
  /// `schema` is the topmost list's table; `isInspectorWhole` is nil if the inspector is closed.
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
