import Screens

/// The settings as text: as a file, and as a table of their origins.
enum SettingText {
  /// A complete file: current values, and defaults as comments.
  static func file(_ preferences: Preferences) -> String {
    let settings = SettingTable.all.map { setting in
      let value = preferences.value(setting).map { "\(setting.name) = \(setting.toml($0.texts))" }
      let fallback = "# \(setting.name) = \(setting.fallback ?? setting.toml([""]))"
      return "# \(setting.summary)\n\(value ?? fallback)\n"
    }
    return """
      # The settings of booklist: booklist config --check says what is wrong with them.
      # What stands in a comment is the default.

      \(settings.joined(separator: "\n"))
      # Colours instead of the theme's, for a terminal with 256 or more: "#rrggbb on #rrggbb bold underline reverse dim".
      [colors]
      # title = "#ffd75f bold"
      # selected = "#000000 on #5fd7ff"

      # A command of your own: a program that gets the marked rows, or the selected one (see docs/commands.md).
      # [commands.isbn]
      # key = "Alt-i"
      # run = ["~/bin/look-up-isbn"]
      # input = "rows"
      # output = "rows"

      # The keys of actions: "K", ["K", "Alt-C"], or [] for none. These are the defaults.
      [keys]
      \(keys)
      """ + "\n"
  }

  private static var keys: String {
    var (names, keys) = ([String](), [String: [String]]())
    for entry in KeyTable.bindings.flatMap(\.actions) {
      guard let name = entry.action.name else { continue }
      if keys[name] == nil { names.append(name) }
      if keys[name]?.contains(entry.key.word) != true { keys[name, default: []].append(entry.key.word) }
    }
    return names.map { name in
      "# \(name) = [\((keys[name] ?? []).map { "\"\($0)\"" }.joined(separator: ", "))]"
    }.joined(separator: "\n")
  }

  /// One line per setting: its name, its value, and the origin of the value.
  static func origins(_ preferences: Preferences) -> String {
    let rows = SettingTable.all.map { setting -> (String, String, String) in
      guard let (texts, origin) = preferences.value(setting) else {
        return (setting.name, setting.fallback ?? "–", "default")
      }
      return (setting.name, setting.toml(texts), name(of: origin))
    }
    let widths = (rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0)
    return rows.map { name, value, origin in
      name.padded(to: widths.0) + "  " + value.padded(to: widths.1) + "  " + origin + "\n"
    }.joined()
  }

  private static func name(of origin: Preferences.Origin) -> String {
    switch origin {
    case .environment(let variable): "$\(variable)"
    case .file(let line): "\(SettingFile.path):\(line)"
    case .fallback: "default"
    }
  }
}
