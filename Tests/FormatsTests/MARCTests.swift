import Records
import Testing

@testable import Formats

/// Records of libraries, as yaz-marcdump prints them.
struct MARCTests {
  static let record = """
    {
    \t"leader":"00714cam a2200205 a 4500",
    \t"fields":
    \t[
    \t\t{ "001":"   45026048 " },
    \t\t{ "008":"831201s1965    pau           000 1 eng  " },
    \t\t{ "020": { "subfields": [ { "a":"0801950775 (hbk.)" } ], "ind1":" ", "ind2":" " } },
    \t\t{ "100": { "subfields": [ { "a":"Herbert, Frank." } ], "ind1":"1", "ind2":" " } },
    \t\t{ "245": { "subfields": [ { "a":"Dune /" }, { "c":"Frank Herbert." } ], "ind1":"1", "ind2":"0" } },
    \t\t{ "260": { "subfields": [ { "a":"Philadelphia," }, { "b":"Chilton," }, { "c":"c1965." } ] } },
    \t\t{ "300": { "subfields": [ { "a":"xxvi, 412 p. ;" }, { "c":"22 cm." } ] } },
    \t\t{ "490": { "subfields": [ { "a":"Dune chronicles ;" }, { "v":"bk. 1" } ] } },
    \t\t{ "650": { "subfields": [ { "a":"Deserts" }, { "v":"Fiction." } ] } },
    \t\t{ "655": { "subfields": [ { "a":"Science fiction." } ] } },
    \t\t{ "700": { "subfields": [ { "a":"Hahn, Ronald M.," }, { "e":"translator." } ] } }
    \t]
    }
    """

  @Test func aRecordIsABook() throws {
    let row = try #require(try rows(Self.record).first)
    #expect(row.id == "45026048")
    #expect(row.book[.title] == "Dune")
    #expect(row.book[.author] == "Herbert, Frank")
    #expect(row.book[.isbn] == "9780801950773")
    #expect(row.book[.publisher] == "Chilton")
    #expect(row.book[.published] == "1965")
    #expect(row.book[.pages] == "412")
    #expect(row.book[.series] == "Dune chronicles")
    #expect(row.book[.seriesNumber] == "1")
    #expect(row.book[.tags] == "Deserts; Science fiction.")
    #expect(row.book[.contributors] == "Hahn, Ronald M. (translator)")
    #expect(row.book[.language] == "eng")
    #expect(row.problems.isEmpty)
    #expect(row.json.contains(#""260":{"subfields":[{"a":"Philadelphia,"}"#))
  }

  @Test func recordsStandOneAfterTheOtherOrInAList() throws {
    #expect(try rows(Self.record + "\n" + Self.record).count == 2)
    #expect(try rows("[\(Self.record),\(Self.record)]").count == 2)
    #expect(throws: FormatError.self) { try rows(Self.record + "\n{\"a\": 1}") }
  }

  @Test func aRecordWithoutATitleIsMarked() throws {
    let text = #"{"leader": "x", "fields": [{"020": {"subfields": [{"a": "1"}]}}]}"#
    #expect(try rows(text).map(\.problems) == [[.untitled]])
  }

  @Test func filesOfMARCAreRecognised() {
    let leader = "00714cam a2200205 a 4500001001300000"
    #expect(MARCForm(Array(leader.utf8)) == .transmission)
    #expect(!MARCForm.isMARC8(Array(leader.utf8)))
    #expect(MARCForm.isMARC8(Array("00714cam  2200205 a 4500001001300000".utf8)))
    #expect(
      MARCForm(Array("<?xml version=\"1.0\"?>\n<collection xmlns=\"http://www.loc.gov/MARC21/slim\">".utf8))
        == .xml)
    #expect(MARCForm(Array("<record><leader>00714".utf8)) == .xml)
    for other in ["", "12345,title,author,4500,more,1", "<html>", "title\nDune\n"] {
      #expect(MARCForm(Array(other.utf8)) == nil)
    }
  }
}
