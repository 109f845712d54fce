import Platform

extension WorkFolder {
  /// Makes a folder, as `init(orIn:)` does.
  ///
  /// - Throws: `cannotOpen` with the folder to make it in.
  package static func forStore(orIn parent: String = "/tmp") throws(StoreError) -> WorkFolder {
    do throws(SystemError) { return try WorkFolder(orIn: parent) } catch {
      throw .cannotOpen(path: error.path ?? parent, reason: .system(errno: error.number))
    }
  }
}
