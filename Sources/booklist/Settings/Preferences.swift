import Browser
import Formats
import Platform
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

  /// What the program starts with.
  var session: Session {
    var session = Session()
    session.settings.pressure = .automatic
    (session.settings.reportsMouse, session.settings.showsWindowTitle) = (true, true)
    session.settings.stateFile = Library.viewPath
    session.settings.keys = KeyMap(unchecked: file.keys, commands: file.commands)
    session.styles = file.styles
    // Most starts use no settings, and then the table need not be built.
    if hasVariables || !file.values.isEmpty || !given.texts.isEmpty {
      for setting in SettingTable.all {
        if let texts = texts(setting), !texts.allSatisfy(\.isEmpty) { setting.apply(&session, texts) }
      }
    }
    given.apply(&session)
    // An environment variable would override the file.
    if variable("BOOKLIST_FILE")?.isEmpty ?? true { session.settings.makesDefault = SettingFile.makeDefault }
    session.settings.greeting = problems.first.map {
      .problem($0 + (problems.count > 1 ? " booklist config --check shows all." : ""))
    }
    return session
  }

  private func texts(_ setting: Setting) -> [String]? {
    if let texts = given.texts[setting.name] { return texts }
    if given.texts["file"] != nil, SettingTable.ofTable.contains(setting.name) { return nil }
    return value(setting)?.texts
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
