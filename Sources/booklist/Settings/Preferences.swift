import BookStore
import Browser
import Cells
import CursesTerminal
import Formats
import MemoryPressure
import Platform
import Queries
import Recording
import Records
import Screens

/// The person's preferences from all sources: arguments override the environment, which overrides the settings file,
/// which overrides the defaults.
struct Preferences {
  /// Where a value comes from.
  enum Origin: Hashable {
    case argument
    case environment(String)
    case file(line: Int)
    case usual
  }

  private let arguments: [String: [String]]
  private let variable: (String) -> String?
  private let file: SettingFile
  /// Whether any environment variable is about settings: building their names takes a while.
  private let hasVariables = Environment.hasVariable(prefix: "BOOKLIST_")

  /// Takes the sources.
  ///
  /// - Parameters:
  /// - arguments: The command-line arguments, by setting.
  ///   - file: The settings file.
  /// - variable: Returns the value of an environment variable.
  init(
    arguments: [String: [String]] = [:], file: SettingFile = .ofPerson(),
    variable: @escaping (String) -> String? = Environment.value
  ) {
    (self.arguments, self.file, self.variable) = (arguments, file, variable)
  }

  /// The problems in the settings file, except keys with two meanings, in line order.
  private var problems: [String] { file.problems.map(Self.sentence) }

  /// All problems in the settings file.
  var allProblems: [String] { problems + [file.keyProblem].compactMap(\.self).map(Self.sentence) }

  private static func sentence(_ problem: TOMLProblem) -> String {
    "\(SettingFile.path):\(problem.line):\(problem.column): \(problem.text)"
      + (problem.text.hasSuffix("?") ? "" : ".")
  }

  /// The value of a setting and its origin; nil if no source has it.
  func value(_ setting: Setting) -> (texts: [String], origin: Origin)? {
    if let texts = arguments[setting.name] { return (texts, .argument) }
    if hasVariables, let text = variable(setting.variable), !text.isEmpty {
      let texts =
        setting.isList ? text.split(separator: ",").map(String.init) : [setting.isFlag ? text.asFlag : text]
      if setting.problem(with: texts) == nil { return (texts, .environment(setting.variable)) }
    }
    return file.values[setting.name].map { ($0.texts, .file(line: $0.line)) }
  }

  private func texts(_ name: String) -> [String] {
    // Most starts use no settings, and then the table need not be built.
    guard arguments[name] != nil || hasVariables || file.values[name] != nil else { return [] }
    return SettingTable.setting(name).flatMap { value($0)?.texts } ?? []
  }

  private func text(_ name: String) -> String? { texts(name).first.flatMap { $0.isEmpty ? nil : $0 } }

  private func flag(_ name: String, usual: Bool = false) -> Bool { text(name).map { $0 == "true" } ?? usual }

  // MARK: What follows

  /// The database, or nil for the person's own library.
  var database: String? { path("file") }

  private func path(_ name: String) -> String? { text(name).map { Text($0).expandingHome.string } }

  /// Whether a table's setting applies: it is for the database named in the settings, or is given as an argument.
  private func isMeant(_ name: String) -> Bool { arguments["file"] == nil || arguments[name] != nil }

  private func tableTexts(_ name: String) -> [String] { isMeant(name) ? texts(name) : [] }

  /// How the database is opened.
  var storeOptions: StoreOptions {
    var options = StoreOptions(
      isReadOnly: flag("read-only"), table: tableTexts("table").first,
      title: tableTexts("title").isEmpty ? nil : tableTexts("title").joined(separator: ","),
      columns: tableTexts("columns"),
      kinds: tableTexts("kind").compactMap { ColumnKind(argument: $0).map { ($0.column, $0.kind) } })
    let articles = texts("articles")
    if !articles.isEmpty || flag("ignore-articles") {
      options.articles = Articles(articles.isEmpty ? Articles.usual : articles)
    }
    return options
  }

  /// The colours.
  var theme: Theme { text("theme").flatMap(Theme.init) ?? .auto }

  /// Whether photos may be shown as pixels.
  var takesPixels: Bool { text("photos") != "cells" }

  /// The recording of the session, if requested.
  var recording: RecordingChoice? {
    path("record").map { path in
      RecordingChoice(
        path: path, format: text("record-format").flatMap(CastFormat.init) ?? .two,
        showsValues: flag("record-values"), replaces: flag("force"))
    }
  }

  /// The styles that replace the theme's.
  var styles: [Role: Style] { file.styles }

  /// The settings for the browser.
  var settings: Settings {
    let usual = Settings()
    var settings = Settings(
      saveOn: text("save-on").flatMap(SaveMoment.init) ?? usual.saveOn,
      memoryBudget: text("memory-budget").flatMap(ByteSize.init)?.bytes ?? usual.memoryBudget,
      writeAfter: text("write-after").flatMap(Seconds.init)?.count ?? usual.writeAfter,
      startsWithTables: ["table", "title", "columns", "kind"].allSatisfy { tableTexts($0).isEmpty },
      pressure: text("pressure").map(PressureSource.init) ?? .automatic,
      isSplit: text("split").flatMap { $0 == "as-left" ? nil : $0 == "yes" }, stateFile: Library.viewPath)
    (settings.startsFresh, settings.hasColumns) = (flag("fresh"), !tableTexts("columns").isEmpty)
    settings.reportsMouse = flag("mouse", usual: true)
    settings.isPlain = flag("plain")
    (settings.logFile, settings.traceFile) = (path("log"), path("trace"))
    settings.copiesThroughTerminal = text("clipboard") == "terminal"
    settings.showsWindowTitle = flag("window-title", usual: true)
    if !file.keys.isEmpty { settings.keys = KeyMap(unchecked: file.keys) }
    settings.greeting = problems.first.map {
      .problem($0 + (problems.count > 1 ? " booklist config --check shows all." : ""))
    }
    return settings
  }
}

extension Setting {
  fileprivate var isList: Bool { if case .list = kind { true } else { false } }
  fileprivate var isFlag: Bool { if case .flag = kind { true } else { false } }
}

extension String {
  /// A boolean environment variable such as `1`, `yes` or `on`, as `true` or `false`.
  fileprivate var asFlag: String {
    switch lowercased() {
    case "1", "yes", "on", "true": "true"
    case "0", "no", "off", "false": "false"
    default: self
    }
  }
}
