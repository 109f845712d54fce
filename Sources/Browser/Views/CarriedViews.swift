import BookStore
import Platform

/// The remembered views that a library takes to another machine.
public struct CarriedViews {
  private let file: ViewFile

  /// Uses the file in which views are remembered.
  public init(stateFile: String) { file = ViewFile(path: stateFile) }

  /// The views of the library at a path, the latest last.
  public func views(of path: String) -> [CarriedView] {
    guard let database = Folder.realPath(of: path) else { return [] }
    return file.read().views.filter { $0.name.database == database }.reversed().map { name, view in
      CarriedView(table: name.table, name: name.name, text: ViewDocument.text(of: view))
    }
  }

  /// Imports the views that a library carries, unless views of it are remembered already; returns their number.
  func take(from store: BookStore) -> Int {
    guard let views = try? store.carriedViews(), !views.isEmpty,
      let database = Folder.realPath(of: store.path),
      !file.read().views.contains(where: { $0.name.database == database })
    else { return 0 }
    do throws(SystemError) {
      try file.change { document in
        for view in views {
          let name = ViewName(database: database, table: view.table, name: view.name)
          document.set(ViewDocument.view(of: view.text), for: name)
        }
      }
      return views.count
    } catch {
      return 0
    }
  }
}
