import Formats

/// The wording for files that cannot be imported: what they are, and what to do with them.
enum OtherFileWording {
  /// The kind of the file, as a phrase that follows its name and “is”.
  static func clause(_ file: OtherFile) -> String {
    switch file {
    case .excel: "an Excel workbook; save it as CSV, and import that"
    case .oldOffice:
      "an old Excel workbook, or another document of old Office programs; save it as CSV, and import that"
    case .spreadsheet: "an OpenDocument spreadsheet; save it as CSV, and import that"
    case .numbers: "a spreadsheet of Numbers; export it as CSV, and import that"
    case .document: "a document of a word processor; save its table as CSV, and import that"
    case .book:
      "an e-book, and not a list of books; import the list of the program that manages it, such as Calibre"
    case .pdf: "a PDF document, and not a list; export the list as CSV where it comes from"
    case .picture: "a picture, and not a list"
    case .zip: "a ZIP archive; unpack it, and import the list that is in it"
    case .compressed: "a compressed file; unpack it, and import the list that is in it"
    case .webPage:
      "a web page; save the list as CSV where it comes from, or copy its table into a spreadsheet"
    case .xml: "an XML file without MARC records; save the list as CSV, and import that"
    case .database:
      "an SQLite database, but neither Calibre’s nor an e-reader’s; booklist opens it as it is, and booklist export makes a CSV file of a table"
    case .wideText: "a text in UTF-32; import it with --encoding utf-32"
    case .bytes: "not a text, and no file that booklist knows; save the list as CSV, and import that"
    }
  }
}
