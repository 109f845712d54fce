import BookStore
import Platform

package struct SyncOptions: Sendable {
  package var library: String
  /// The folder of the edit logs; the sync keeps its state next to it.
  package var stateFolder: String
  package var store: StoreOptions
  /// Where files are carried: a folder or `ssh://host/folder`; nil for the previous place.
  package var place: String?
  /// This machine's name for people; nil for the previous one, or the host's name.
  package var label: String?
  /// Whether nothing may be changed anywhere.
  package var isDry = false
  package var isUnwanted: @Sendable () -> Bool = { false }

  /// After how many of its files a machine makes a new snapshot.
  package var snapshotInterval: Int64 = 100
  /// Whether to compare the library even if it is unchanged since the last sync.
  package var comparesAlways = false
  /// Called from time to time with the fraction done, from 0 to 1; starts again from 0 if conflicts were settled.
  package var progress: @Sendable (Double) -> Void = { _ in }

  package var makeName: @Sendable () -> String = { Identity.newName }

  /// A place that does not depend on the current folder.
  package static func absolute(_ place: String) -> String {
    place.hasPrefix("ssh://") ? place : Folder.realPath(of: place) ?? place
  }

  package init(library: String, stateFolder: String, store: StoreOptions) {
    (self.library, self.stateFolder, self.store) = (library, stateFolder, store)
  }
}
