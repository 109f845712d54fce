/// Renames the elements called record that enclose MARCXML records, as in SRU responses.
///
/// yaz-marcdump takes every such element for a record, so it would read their books twice.
package enum MARCEnvelope {
  private static let parts: Set<String> = ["leader", "controlfield", "datafield"]

  package static func renamed(in xml: [UInt8]) -> [UInt8] {
    var renamed: [Range<Int>] = []
    var open: [(name: Range<Int>, isEnvelope: Bool?)] = []
    var place = 0
    while let tag = nextTag(in: xml, from: place) {
      place = tag.end
      let name = String(decoding: xml[tag.name], as: UTF8.self)
      if !tag.isEnd, let last = open.indices.last, open[last].isEnvelope == nil {
        open[last].isEnvelope = !parts.contains(name)
        if !parts.contains(name) { renamed.append(open[last].name) }
      }
      guard name == "record", !tag.isAlone else { continue }
      if !tag.isEnd {
        open.append((tag.name, nil))
      } else if let record = open.popLast(), record.isEnvelope == true {
        renamed.append(tag.name)
      }
    }
    return replacing(renamed.sorted { $0.lowerBound < $1.lowerBound }, in: xml)
  }

  private static func replacing(_ names: [Range<Int>], in xml: [UInt8]) -> [UInt8] {
    var (result, place) = ([UInt8](), 0)
    for name in names {
      result += xml[place..<name.lowerBound] + Array("envelope".utf8)
      place = name.upperBound
    }
    return result + xml[place...]
  }

  private struct Tag {
    let name: Range<Int>
    let isEnd, isAlone: Bool
    let end: Int
  }

  private static func nextTag(in xml: [UInt8], from place: Int) -> Tag? {
    var place = place
    while let start = xml[place...].firstIndex(of: UInt8(ascii: "<")) {
      let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")].first {
        xml[start...].starts(with: $0.0.utf8)
      }
      guard let skipped else { return tag(in: xml, at: start) }
      guard let end = end(of: Array(skipped.1.utf8), in: xml, from: start) else { return nil }
      place = end
    }
    return nil
  }

  private static func end(of mark: [UInt8], in xml: [UInt8], from start: Int) -> Int? {
    var place = start
    while let first = xml[place...].firstIndex(of: mark[0]) {
      if xml[first...].starts(with: mark) { return first + mark.count }
      place = first + 1
    }
    return nil
  }

  private static func tag(in xml: [UInt8], at start: Int) -> Tag? {
    let isEnd = xml[(start + 1)...].first == UInt8(ascii: "/")
    let first = start + (isEnd ? 2 : 1)
    let whole = xml[min(first, xml.count)...].prefix {
      $0 > 32 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
    }
    let colon = whole.lastIndex(of: UInt8(ascii: ":"))
    guard let end = closing(in: xml, from: whole.endIndex) else { return nil }
    let isAlone = xml[end - 1] == UInt8(ascii: "/")
    return Tag(
      name: (colon.map { $0 + 1 } ?? whole.startIndex)..<whole.endIndex, isEnd: isEnd, isAlone: isAlone,
      end: end + 1)
  }

  private static func closing(in xml: [UInt8], from start: Int) -> Int? {
    var (place, quote) = (start, UInt8?.none)
    while place < xml.count {
      let byte = xml[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return place
      }
      place += 1
    }
    return nil
  }
}
