import Formats
import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import Transfers

/// Whatever a file says, an import into any template has a field for it, keeps the row, or names what it has no place for.
struct ImportLossTests {
  private static let endings: Set = ["csv", "tsv", "json", "ndjson", "bib", "ris"]

  private static func samples() throws -> [URL] {
    let folder = Repository.root.appendingPathComponent("Fixtures/cases")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { endings.contains($0.pathExtension) }.sorted { $0.path < $1.path }
  }

  @Test("Every sample, into every template", arguments: Template.allCases)
  func everySample(_ template: Template) throws {
    let samples = try Self.samples()
    #expect(samples.count > 50)
    let store = try Scratch(template).loggedStore()
    var (read, refused) = (0, 0)
    for sample in samples {
      let bytes = [UInt8](try Data(contentsOf: sample))
      do {
        let report = try store.load(bytes) { ($0.isTrial, $0.fits, $0.keepsGoing) = (true, true, true) }
        let missing = try missing(bytes, report, store.schema)
        #expect(missing.isEmpty, "\(sample.lastPathComponent) into \(template)")
        read += 1
      } catch is ImportError {
        // The file has no field at all here, or is none that can be read, which the error says.
        refused += 1
      }
    }
    #expect(read + refused == samples.count && (read > 30 || template != .reading), "\(read), \(refused)")
  }

  /// What some row says and neither has a field nor is named.
  private func missing(_ bytes: [UInt8], _ report: ImportReport, _ schema: Schema) throws -> Set<String> {
    var reader = FormatReader(ReadOptions(format: report.format))
    let named = Set((report.columnsWithoutField + report.losses.losses.map(\.name)).map(Self.folded))
    let fields = Set(schema.fields.flatMap { [$0.column, $0.label] }.map(Self.folded))
    let planned = Set(report.plan.filter { $0.field != nil || $0.isOfFormat }.map { Self.folded($0.name) })
    let known = named.union(fields).union(planned).union(schema.key.columns.map(Self.folded))
    // Later rows may have columns that the first one has not.
    func isKnown(_ column: String) -> Bool {
      let name = Self.folded(column)
      let book = BookField.allCases.first { $0.otherNames.contains(name) }
      return known.contains(name) || report.format?.isOfBooks == true && report.format?.reads(column) == true
        || book.map { fields.contains(Self.folded($0.rawValue)) } ?? false
    }
    // A library of books keeps each row as it is.
    let keepsRows = schema.fields.contains { $0.column == "status" }
    var missing: Set<String> = []
    for row in try reader.rows(of: bytes, isLast: true) {
      for (column, value) in zip(row.columns, row.values) where !value.writtenBytes.isEmpty {
        if !isKnown(column) { missing.insert(column) }
      }
      guard !keepsRows else { continue }
      let said = row.book.filter { !$0.value.isEmpty }.map { Self.folded($0.key.rawValue) }
      missing.formUnion(said.filter { !known.contains($0) })
      let hasReadings = row.readings.contains { !$0.isUndated }
      for (isSaid, name) in zip([hasReadings, !row.shelves.isEmpty], ImportLosses.ofTables)
      where isSaid && !known.contains(Self.folded(name)) { missing.insert(name) }
    }
    return missing
  }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }
  }
}
