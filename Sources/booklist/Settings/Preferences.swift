import BookStore
import Browser
import Cells
import CursesTerminal
import Formats
import MemoryPressure
import Platform
import Queries
import Screens

/// The person's preferences from all sources: arguments override the environment, which overrides the settings file, which
/// overrides the defaults.
struct Preferences {
  enum Origin: Hashable {
    case environment(String)
    case file(line: Int)
    case fallback
  }

  private let given: GivenSettings
  private let variable: (String) -> String?
  private let file: SettingFile
  /// Whether any environment variable is about settings: building their names takes a while.
  private let hasVariables = Environment.hasVariable(prefix: "BOOKLIST_")

  init(
    given: GivenSettings = GivenSettings(), file: SettingFile = .ofPerson(),
    variable: @escaping (String) -> String? = Environment.value
  ) {
    (self.given, self.file, self.variable) = (given, file, variable)
  }

  /// The problems in the settings file in line order, except keys with two meanings.
  private var problems: [String] { file.problems.map(Self.sentence) }

  var allProblems: [String] { problems + [file.keyProblem].compactMap(\.self).map(Self.sentence) }

  private static func sentence(_ problem: TOMLProblem) -> String {
    "\(SettingFile.path):\(problem.line):\(problem.column): \(problem.text)"
      + (problem.text.hasSuffix("?") ? "" : ".")
  }

  /// The value of a setting in the environment or the settings file, and its origin; nil if neither has it.
  func value(_ setting: Setting) -> (texts: [String], origin: Origin)? {
    if hasVariables, let text = variable(setting.variable), !text.isEmpty {
      let texts =
        setting.isList ? text.split(separator: ",").map(String.init) : [setting.isFlag ? text.asFlag : text]
      if setting.problem(with: texts) == nil { return (texts, .environment(setting.variable)) }
    }
    return file.values[setting.name].map { ($0.texts, .file(line: $0.line)) }
  }

  private func texts(_ name: String) -> [String] {
    if let texts = given.texts[name] { return texts }
    if given.texts["file"] != nil, Self.ofTable.contains(name) { return [] }
    // Most starts use no settings, and then the table need not be built.
    guard hasVariables || file.values[name] != nil else { return [] }
    return SettingTable.setting(name).flatMap { value($0)?.texts } ?? []
  }

  private func text(_ name: String) -> String? { texts(name).first.flatMap { $0.isEmpty ? nil : $0 } }

  private func flag(_ name: String, fallback: Bool = false) -> Bool {
    text(name).map { $0 == "true" } ?? fallback
  }

  var database: String? { text("file").map(expandingHome) }

  private func expandingHome(_ path: String) -> String { Text(path).expandingHome.string }

  /// The settings that apply only to the database that the settings name.
  private static let ofTable = ["table", "title", "columns", "kind"]

  var storeOptions: StoreOptions {
    let (title, articles) = (texts("title"), texts("articles"))
    let kinds = texts("kind").compactMap { ColumnKind(argument: $0) }
    var options = StoreOptions(
      isReadOnly: flag("read-only"), table: texts("table").first,
      title: title.isEmpty ? nil : title.joined(separator: ","), columns: texts("columns"),
      kinds: kinds.map { ($0.column, $0.kind) })
    if !articles.isEmpty || flag("ignore-articles") {
      options.articles = Articles(articles.isEmpty ? Articles.standard : articles)
    }
    options.surnames = texts("surnames")
    options.capitals = texts("capitals")
    return options
  }

  var theme: Theme { text("theme").flatMap(Theme.init) ?? .auto }

  var goal: ReadingGoal? { text("goal").flatMap { ReadingGoal($0) } }

  var takesPixels: Bool { text("photos") != "cells" }

  var marksFrames: FrameMarks { text("synchronized-output").flatMap(FrameMarks.init) ?? .auto }

  private var layout: KeyboardLayout {
    text("langmap").flatMap { KeyboardLayout(langmap: $0) } ?? KeyboardLayout()
  }

  var styles: [Role: Style] { file.styles }

  private var isSplit: Bool? {
    text("split").flatMap { $0 == "as-left" ? nil : $0 == "yes" }
  }

  var settings: Settings {
    let fallback = Settings()
    var settings = Settings(
      saveOn: text("save-on").flatMap(SaveMoment.init) ?? fallback.saveOn,
      memoryBudget: text("memory-budget").flatMap(ByteSize.init)?.bytes ?? fallback.memoryBudget,
      writeAfter: text("write-after").flatMap(Seconds.init)?.count ?? fallback.writeAfter,
      startsWithTables: Self.ofTable.allSatisfy { texts($0).isEmpty },
      pressure: text("pressure").map(PressureSource.init) ?? .automatic,
      isSplit: isSplit, stateFile: Library.viewPath)
    (settings.startsFresh, settings.hasColumns) = (given.isFresh, !texts("columns").isEmpty)
    settings.firstView = given.view
    settings.reportsMouse = flag("mouse", fallback: true)
    settings.isPlain = flag("plain")
    (settings.logFile, settings.traceFile) = (given.log.map(expandingHome), given.trace.map(expandingHome))
    settings.copiesThroughTerminal = text("clipboard") == "terminal"
    settings.goal = goal
    settings.hasLongMeter = text("meter") == "long"
    settings.showsWindowTitle = flag("window-title", fallback: true)
    settings.keys = KeyMap(unchecked: file.keys, commands: file.commands, layout: layout)
    // An environment variable would override the file.
    if variable("BOOKLIST_FILE")?.isEmpty ?? true { settings.makesDefault = SettingFile.makeDefault }
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

extension SettingFile {
  /// Makes a library the one that opens by default, with the setting `file`.
  static func makeDefault(_ library: String) -> Message {
    guard let setting = SettingTable.setting("file") else { return Message("") }
    do {
      var text = ""
      if Library.exists(path) {
        text = String(decoding: try DescriptorBytes.readAll(path, upTo: limit, waits: false), as: UTF8.self)
      }
      try write(try TOMLEdit.set(setting.name, to: setting.toml([library]), in: text))
      return Message("booklist opens \(library) from now on; the setting is in \(path).")
    } catch let problem as TOMLProblem {
      return .problem("\(path):\(problem.line): \(problem.text). Nothing was changed.")
    } catch let error as SystemError {
      return .problem("\(path) cannot be changed: \(error.reason).")
    } catch { return .problem("\(path) cannot be changed.") }
  }

  private static func write(_ text: String) throws(SystemError) {
    try Folder.make(Library.configurationFolder)
    let file = try WholeFile(path, replaces: true)
    try DescriptorBytes.writeAll(text.utf8, to: file.descriptor) { true }
    try file.finish()
  }
}
