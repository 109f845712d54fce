/// The frame of an HTML page that loads nothing and runs only its own script.
///
/// The page suits light and dark screens as well as paper.
package enum HTMLPage {
  /// The lines before the content.
  ///
  /// `rules` are style rules besides those of every page; `allowing` is for its policy, such as `img-src data:`.
  package static func head(title: String, rules: [String], allowing: [String] = []) -> [String] {
    [
      "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
      // The page loads nothing, so nothing injected into it may load anything either.
      "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy(allowing))\">",
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
      "<title>\(MarkupText.escaped(title))</title>", "<style>", common,
    ] + rules + ["</style>", "</head>", "<body>", "<main>"]
  }

  private static func policy(_ allowed: [String]) -> String {
    (["default-src 'none'", "style-src 'unsafe-inline'"] + allowed).joined(separator: "; ")
  }

  /// The beginning of a page that is one table.
  static func tableStart(_ columns: [String]) -> [UInt8] {
    let lines = head(title: "booklist", rules: []) + ["<table><thead>"]
    return Array((lines.joined(separator: "\n") + "\n" + line("th", columns) + "</thead><tbody>\n").utf8)
  }

  /// A row of a table.
  static func line(_ element: String, _ cells: [String]) -> String {
    "<tr>" + cells.map { "<\(element)>\(MarkupText.escaped($0))</\(element)>" }.joined() + "</tr>\n"
  }

  package static let end = ["</main>", "</body>", "</html>", ""]

  private static let common = """
    :root { color-scheme: light dark; --page: #ffffff; --ink: #1c1c1c; --quiet: #585858; --rule: #d0d0d0;
      --screen: #f7f7f5; --curve: #005f87; --good: #005f00; --bad: #af0000; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --page: #121212; --ink: #d4d4d0; --quiet: #b2b2b2; --rule: #4e4e4e; --screen: #1b1d22;
        --curve: #5fd7ff; --good: #87d787; --bad: #ff8787; } }
    body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
    main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
    h1, h2 { line-height: 1.2; }
    p.quiet, td.quiet { color: var(--quiet); }
    svg { display: block; width: 100%; height: auto; margin: .5rem 0; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--rule); }
    @media print {
      body { font-size: 10pt; } main { max-width: none; padding: 0; }
      h2, section > p { break-after: avoid; } svg, tr { break-inside: avoid; }
    }
    """
}
