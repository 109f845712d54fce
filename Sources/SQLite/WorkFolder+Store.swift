import Platform

extension WorkFolder {
  /// Creates a folder like `init(orIn:)`, but throws `cannotOpen` with the parent folder.
  package static func forStore(orIn parent: String = "/tmp") throws(StoreError) -> WorkFolder {
    do throws(SystemError) { return try WorkFolder(orIn: parent) } catch {
      throw .cannotOpen(path: error.path ?? parent, reason: .system(errno: error.number))
    }
  }
}
