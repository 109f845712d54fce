import BookStore
import Platform

/// The remembered views of a library as it carries them to another machine.
public struct CarriedViews {
  private let file: ViewFile

  /// Takes the file in which views are remembered.
  public init(stateFile: String) { file = ViewFile(path: stateFile) }

  /// The views of a library, the latest last.
  ///
  /// - Parameter path: The library's path.
  public func views(of path: String) -> [CarriedView] {
    guard let database = Folder.realPath(of: path) else { return [] }
    return file.read().views.filter { $0.name.database == database }.reversed().map { name, view in
      CarriedView(table: name.table, name: name.name, text: ViewDocument.text(of: view))
    }
  }

  /// Takes over the views that a library carries, unless views of it are remembered already.
  ///
  /// - Returns: How many were taken over.
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
