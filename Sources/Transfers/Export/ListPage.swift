import Formats
import Queries
import Records

/// A self-contained HTML page of rows, with pictures, group headings and a search box.
///
/// Values become text or picture sources, never markup; the page's policy allows one script, by its hash.
struct ListPage {
  private let schema: Schema
  private let name: String
  private let fields: [Field]
  private let titles: [Int]
  private let group: Int?
  private let display: (Value, Field) -> String
  private var groupKey: SortKey?

  static let pictureLimit = 1 << 18

  /// `places` are the fields of the schema in the order of a row's values; `group` is one of them, and makes headings.
  init(
    _ schema: Schema, places: [Int], group: Int?, title: String?,
    display: @escaping (Value, Field) -> String
  ) {
    (self.schema, name, self.display) = (schema, title ?? schema.name, display)
    fields = places.map { schema.field(at: $0) }
    let titles = places.indices.filter { place in
      schema.titleFields.contains { schema.titleOfReference($0) == places[place] }
    }
    self.titles = titles.isEmpty ? Array(places.indices.prefix(1)) : titles
    self.group = group.flatMap(places.firstIndex)
  }

  var start: [UInt8] {
    let nouns = [schema.singular, schema.plural].map(MarkupText.escaped)
    let head = HTMLPage.head(
      title: name, rules: [Self.rules],
      allowing: [
        "img-src data:", "script-src 'sha256-\(Self.scriptHash)'", "base-uri 'none'", "form-action 'none'",
      ])
    let lines =
      head + [
        "<h1>\(MarkupText.escaped(name))</h1>",
        "<p id=\"search\" hidden><input type=\"search\" aria-label=\"Search\" placeholder=\"Search\"> "
          + "<output data-one=\"\(nouns[0])\" data-many=\"\(nouns[1])\"></output></p>",
      ] + (group == nil ? ["<section>"] : [])
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  var end: [UInt8] {
    let section = group == nil || groupKey != nil ? ["</section>"] : []
    let script = ["<script>\(Self.script)</script>"]
    return Array((section + script + HTMLPage.end).joined(separator: "\n").utf8)
  }

  /// Puts the group's heading before its first row; `leavesOut` receives the places of values that are not in the page.
  mutating func row(_ values: [Value], leavesOut: (Int) -> Void) -> [UInt8] {
    var text = heading(values) + "<article>"
    for (place, value) in values.enumerated() where value.isBytes {
      if let picture = picture(value, fields[place]) { text += picture } else { leavesOut(place) }
    }
    text += "<h3>\(title(values))</h3>"
    let entries = values.indices.compactMap { place in
      titles.contains(place) || place == group ? nil : entry(values[place], fields[place])
    }
    if !entries.isEmpty { text += "<dl>\(entries.joined())</dl>" }
    return Array((text + "</article>\n").utf8)
  }

  private mutating func heading(_ values: [Value]) -> String {
    guard let group else { return "" }
    let key = SortKey(values[group])
    guard key != groupKey else { return "" }
    let isFirst = groupKey == nil
    groupKey = key
    let name = shown(values[group], fields[group])
    return (isFirst ? "" : "</section>\n") + "<section><h2>\(name.isEmpty ? "–" : name) <span></span></h2>\n"
  }

  private func title(_ values: [Value]) -> String {
    let title = titles.map { shown(values[$0], fields[$0]) }.filter { !$0.isEmpty }.joined(separator: " ")
    return title.isEmpty ? "–" : title
  }

  private func shown(_ value: Value, _ field: Field) -> String {
    value.isNull ? "" : MarkupText.escaped(display(value, field))
  }

  private func entry(_ value: Value, _ field: Field) -> String? {
    var text = shown(value, field)
    guard !text.isEmpty, !(value.isBytes && field.kind == .photo) else { return nil }
    if let address = field.address(of: value), Self.isOfWeb(address) {
      text = "<a href=\"\(MarkupText.escaped(address))\" rel=\"noopener noreferrer nofollow\">\(text)</a>"
    }
    let kind = field.kind == .longText ? " class=\"long\"" : ""
    return "<div\(kind)><dt>\(MarkupText.escaped(field.label))</dt><dd>\(text)</dd></div>"
  }

  private static func isOfWeb(_ address: String) -> Bool {
    ["http://", "https://"].contains { address.lowercased().hasPrefix($0) }
  }

  private func picture(_ value: Value, _ field: Field) -> String? {
    guard case .blob(let bytes) = value, bytes.count <= Self.pictureLimit, let info = ImageInfo(bytes) else {
      return nil
    }
    let type = info.format.rawValue.lowercased()
    return
      "<img src=\"data:image/\(type);base64,\(Base64.text(bytes))\" alt=\"\(MarkupText.escaped(field.label))\">"
  }

  private static let rules = """
    [hidden] { display: none !important; }
    h2, h3, dd { unicode-bidi: plaintext; overflow-wrap: anywhere; }
    h2 { margin: 1.5rem 0 .25rem; border-bottom: 2px solid var(--rule); }
    h2 span, output, dt { color: var(--quiet); font-weight: normal; font-size: 1rem; }
    h3 { margin: 0; font-size: 1.05rem; line-height: 1.4; }
    a { color: var(--curve); }
    article { overflow: hidden; padding: .5rem 0; border-bottom: 1px solid var(--rule); break-inside: avoid; }
    img { float: left; width: 4.5rem; max-height: 8rem; object-fit: contain; margin-right: 1rem; }
    dl { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: .125rem 0 0; }
    dt, dd { display: inline; margin: 0; } dt { margin-right: .35rem; } dd { white-space: pre-line; }
    .long { flex-basis: 100%; }
    #search { position: sticky; top: 0; margin: 0; padding: .5rem 0; background: var(--page); }
    input { font: inherit; width: 20rem; max-width: 100%; box-sizing: border-box; padding: .25rem .5rem;
      color: inherit; background: var(--screen); border: 1px solid var(--quiet); border-radius: .25rem; }
    @media print { #search { display: none; } h2 { break-after: avoid; } a { color: inherit; } }
    """

  /// The base64 of the script's SHA-256; browsers run no other script.
  static let scriptHash = "h3kvHzRIwjBl3R5k+XMk7zPicNcyAB08KejLuMp+aCI="

  static let script = """

    "use strict";
    const fold = text => text.normalize("NFD").replace(/\\p{M}/gu, "").toLowerCase();
    const bar = document.getElementById("search");
    const [box, output] = bar.children;
    const groups = [...document.querySelectorAll("section")].map(section => {
      const heading = section.querySelector("h2");
      const name = heading ? heading.textContent : "";
      const rows = [...section.querySelectorAll("article")].map(row => ({ row, text: fold([name,
        ...[...row.querySelectorAll("h3, dd")].map(part => part.textContent)].join(" ")) }));
      return { section, count: heading && heading.querySelector("span"), rows };
    });
    const number = count => count.toLocaleString("en");
    function search() {
      const words = fold(box.value).split(/\\s+/).filter(word => word);
      let [found, all] = [0, 0];
      for (const group of groups) {
        let shown = 0;
        for (const { row, text } of group.rows) {
          row.hidden = !words.every(word => text.includes(word));
          if (!row.hidden) shown += 1;
        }
        group.section.hidden = shown === 0;
        if (group.count) group.count.textContent = number(shown);
        found += shown;
        all += group.rows.length;
      }
      const noun = all === 1 ? output.dataset.one : output.dataset.many;
      output.textContent = (words.length ? number(found) + " of " : "") + number(all) + " " + noun;
    }
    bar.hidden = false;
    box.addEventListener("input", search);
    search();

    """
}
