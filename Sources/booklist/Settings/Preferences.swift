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

/// What the person wants, from all places where it can be said: an argument comes before the environment, that before the
/// settings file, and that before what is usual.
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
  /// Whether any variable of the environment is about settings: their names take a while to make.
  private let hasVariables = Environment.hasVariable(prefix: "BOOKLIST_")

  /// Takes what was said.
  ///
  /// - Parameters:
  ///   - arguments: What the command line says, by the names of the settings.
  ///   - file: The settings file.
  ///   - variable: The value of a variable of the environment.
  init(
    arguments: [String: [String]] = [:], file: SettingFile = .ofPerson(),
    variable: @escaping (String) -> String? = Environment.value
  ) {
    (self.arguments, self.file, self.variable) = (arguments, file, variable)
  }

  /// What is wrong with the settings file, but for keys with two meanings, in the order of its lines.
  private var problems: [String] { file.problems.map(Self.sentence) }

  /// All that is wrong with the settings file.
  var allProblems: [String] { problems + [file.keyProblem].compactMap(\.self).map(Self.sentence) }

  private static func sentence(_ problem: TOMLProblem) -> String {
    "\(SettingFile.path):\(problem.line):\(problem.column): \(problem.text)"
      + (problem.text.hasSuffix("?") ? "" : ".")
  }

  /// The value of a setting and where it comes from; nil where nobody has said anything.
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
    // At most starts nobody has said anything, and then the table need not be made.
    guard arguments[name] != nil || hasVariables || file.values[name] != nil else { return [] }
    return SettingTable.setting(name).flatMap { value($0)?.texts } ?? []
  }

  private func text(_ name: String) -> String? { texts(name).first.flatMap { $0.isEmpty ? nil : $0 } }

  private func flag(_ name: String, usual: Bool = false) -> Bool { text(name).map { $0 == "true" } ?? usual }

  // MARK: What follows

  /// The database, or nil for the person's own library.
  var database: String? { path("file") }

  private func path(_ name: String) -> String? { text(name).map { Text($0).expandingHome.string } }

  /// Whether what is said of a table is meant: it is about the database that the settings name, or an argument says it.
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

  /// The recording of the session, if one is wanted.
  var recording: RecordingChoice? {
    path("record").map { path in
      RecordingChoice(
        path: path, format: text("record-format").flatMap(CastFormat.init) ?? .two,
        showsValues: flag("record-values"), replaces: flag("force"))
    }
  }

  /// The styles that were chosen instead of the theme's.
  var styles: [Role: Style] { file.styles }

  /// What the screens are told.
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
  /// The word for yes or no that a variable of the environment has: `1`, `yes`, `on`.
  fileprivate var asFlag: String {
    switch lowercased() {
    case "1", "yes", "on", "true": "true"
    case "0", "no", "off", "false": "false"
    default: self
    }
  }
}
