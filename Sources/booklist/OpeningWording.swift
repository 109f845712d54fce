import BookStore
import Browser
import Formats
import Platform

enum OpeningWording {
  private static let sampleSize = 1 << 16

  /// Says why a database cannot be opened; if it is missing, how to create it; if the file is a list, how to import it.
  static func sentence(_ error: StoreError, in file: String) -> String {
    if case .cannotOpen(file, .missing) = error {
      let place = file == Library.defaultPath ? "" : " --file \(file)"
      return
        "\(StoreWording.sentence(error, in: file)) To make it: booklist new \(file), or booklist import LIST\(place)."
    }
    guard case .notADatabase = error,
      let start = try? DescriptorBytes.readAll(file, upTo: sampleSize, waits: false),
      let format = Format(listStartingWith: start)
    else { return StoreWording.sentence(error, in: file) }
    return
      "\(file) is a list (\(format.summary)), not a database. booklist import \(file) adds its rows to your library."
  }
}
