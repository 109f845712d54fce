import BookStore
import Platform

/// What is synced, and how.
package struct SyncOptions: Sendable {
  /// The path of the library.
  package var library: String
  /// The folder of the edit logs, beside which a sync keeps what it needs.
  package var stateFolder: String
  /// How the library is opened.
  package var store: StoreOptions
  /// Where files are carried: a folder or `ssh://host/folder`; nil for where they were the last time.
  package var place: String?
  /// What this machine is called; nil for what it was called the last time, or for the host's name.
  package var label: String?
  /// Whether nothing is changed anywhere.
  package var isDry = false
  /// Whether nobody wants it any more.
  package var isUnwanted: @Sendable () -> Bool = { false }

  /// After how many of its files a machine makes a new snapshot.
  package var snapshotInterval: Int64 = 100
  /// Whether the library is compared even if it is as the last sync has left it.
  package var comparesAlways = false
  /// Called from time to time with the fraction of the work that is done, from 0 to 1; where conflicts were settled, twice from 0 on.
  package var progress: @Sendable (Double) -> Void = { _ in }

  /// Makes up a name that no other machine has.
  package var makeName: @Sendable () -> String = { Identity.newName }

  /// A place that means the same from every folder.
  package static func absolute(_ place: String) -> String {
    place.hasPrefix("ssh://") ? place : Folder.realPath(of: place) ?? place
  }

  package init(library: String, stateFolder: String, store: StoreOptions) {
    (self.library, self.stateFolder, self.store) = (library, stateFolder, store)
  }
}
