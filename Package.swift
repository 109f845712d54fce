// swift-tools-version: 6.2

import PackageDescription

/// Warnings are errors only if `CI` is set, so that a newer compiler's warning never stops a reader from building.
let settings: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// For the modules in which nobody waits for a loop over rows: they are built for size if `BOOKLIST_SMALL` is set.
///
/// The Makefile sets it for the program. A package that depends on this one could not use these flags.
let small: [SwiftSetting] =
  settings + (Context.environment["BOOKLIST_SMALL"] == nil ? [] : [.unsafeFlags(["-Osize"])])

/// Whether this is the package that is being built, and not one that another package depends on, which could not use such flags.
let isRoot = !["/checkouts/", "/registry/"].contains { Context.packageDirectory.contains($0) }

/// For the modules in which tests spend most of their time: they are optimized in debug builds as well.
///
/// docs/testing.md has the figures.
let fast: [SwiftSetting] = isRoot ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []

let package = Package(
  name: "booklist",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "booklist", targets: ["booklist"]),
    .library(name: "BookStore", targets: ["BookStore", "Transfers", "Records", "Queries"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  // A target names every module that its files import, not only the outermost ones. If a module that it does not name
  // changes, the target is not rebuilt, and then the two disagree about how large a record is.
  targets: [
    .target(
      name: "CNcurses",
      // Apple's ncurses supports wide characters under its plain name.
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CSQLite"),
    .target(name: "Platform", swiftSettings: settings),
    .target(name: "Records", swiftSettings: settings + fast),
    .target(name: "Queries", dependencies: ["Records"], swiftSettings: settings + fast),
    .target(name: "Formats", dependencies: ["Records"], swiftSettings: settings + fast),
    .target(name: "Cells", swiftSettings: settings + fast),
    .target(name: "Recording", dependencies: ["Formats", "Cells"], swiftSettings: settings),
    .target(
      name: "SQLite", dependencies: ["CSQLite", "Platform", "Records", "Queries"],
      swiftSettings: settings + fast),
    .target(name: "EditLog", dependencies: ["Platform", "Records", "SQLite"], swiftSettings: settings),
    .target(
      name: "Listings",
      dependencies: [
        "CMalloc", "CSQLite", "Platform", "Records", "Queries", "SQLite",
      ],
      swiftSettings: settings + fast),
    .target(
      name: "BookStore",
      dependencies: [
        "CMalloc", "CSQLite", "Platform", "Records", "Queries", "SQLite", "EditLog", "Listings",
      ],
      resources: ["sample", "reading", "possessions", "contacts", "coffees"].map {
        .embedInCode("Templates/\($0).sql")
      },
      swiftSettings: settings),
    .target(
      name: "Transfers",
      dependencies: [
        "Platform", "Records", "Queries", "Formats", "SQLite", "EditLog", "Listings",
        "BookStore",
      ],
      swiftSettings: settings),
    .target(
      name: "Syncing",
      dependencies: ["Platform", "Records", "SQLite", "EditLog", "Listings", "BookStore"],
      swiftSettings: settings + fast),
    .target(
      name: "Screens", dependencies: ["Records", "Queries", "Cells"],
      swiftSettings: small + fast),
    .target(
      name: "CursesTerminal", dependencies: ["Cells", "CNcurses", "Platform"], swiftSettings: settings),
    .target(name: "PlainTerminal", dependencies: ["Platform", "Cells", "Screens"], swiftSettings: small),
    .target(name: "MemoryPressure", dependencies: ["Platform", "Records"], swiftSettings: small),
    .target(
      name: "Browser",
      dependencies: [
        "Platform", "Records", "Queries", "Formats", "Cells", "Screens", "BookStore",
        "Transfers", "Syncing", "MemoryPressure",
      ],
      swiftSettings: small),
    .target(name: "SeededRandom", swiftSettings: settings),
    .target(
      name: "Demo",
      dependencies: [
        "Platform", "Records", "Formats", "Cells", "Recording", "Screens", "BookStore", "Browser",
        "SeededRandom",
      ],
      swiftSettings: small),
    .executableTarget(
      name: "booklist",
      dependencies: [
        "Platform", "Records", "Queries", "Formats", "Cells", "Recording", "Screens",
        "BookStore",
        "Transfers", "Syncing", "Browser", "CursesTerminal", "PlainTerminal",
        "Demo", "MemoryPressure",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: small),
    .executableTarget(
      name: "StoreBenchmark", dependencies: ["Records", "BookStore"],
      path: "Tests/Benchmarks/StoreBenchmark", swiftSettings: settings),
    .target(
      name: "CTorture", path: "Tests/CTorture",
      linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("util", .when(platforms: [.linux]))]),
    .executableTarget(
      name: "Torture",
      dependencies: [
        "Platform", "Records", "Queries", "Formats", "Cells", "CursesTerminal", "BookStore", "Syncing",
        "Browser", "CSQLite", "CTorture", "SeededRandom", "SyncSupport", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Torture", exclude: ["fuzz"], swiftSettings: settings),
    // The program of an external package, which sees only what is public. It is built here so that the store is not built
    // a second time.
    .executableTarget(
      name: "BookStoreExample", dependencies: ["BookStore"], path: "Tests/ExternalPackage/Sources/Shelf",
      packageAccess: false, swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["CSQLite", "Cells"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "SyncSupport",
      dependencies: ["Records", "EditLog", "BookStore", "Syncing", "SeededRandom", "TestSupport"],
      path: "Tests/SyncSupport", swiftSettings: settings),
    .testTarget(
      name: "ShapeTests", dependencies: ["TestSupport"], path: "Tests/Shape", exclude: ["arrows.txt"],
      swiftSettings: settings),
    .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "RecordsTests", dependencies: ["Records", "SeededRandom", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "QueriesTests", dependencies: ["Platform", "Records", "Queries", "SeededRandom", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "FormatsTests", dependencies: ["SeededRandom", "Records", "Formats", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CellsTests", dependencies: ["Cells", "SeededRandom", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "RecordingTests", dependencies: ["Formats", "Cells", "Recording", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "BookStoreTests",
      dependencies: [
        "CSQLite", "Platform", "Records", "Queries", "Formats", "SQLite", "EditLog", "Listings",
        "BookStore", "Transfers", "SeededRandom", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SyncingTests",
      dependencies: [
        "Platform", "Records", "SQLite", "EditLog", "BookStore", "Syncing", "SeededRandom", "SyncSupport",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ScreensTests",
      dependencies: ["Records", "Queries", "Cells", "Screens", "TestSupport"],
      exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "CursesTerminalTests", dependencies: ["Cells", "CursesTerminal", "CTorture", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "MemoryPressureTests", dependencies: ["MemoryPressure", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "Records", "Cells", "BookStore", "MemoryPressure", "Browser", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DemoTests", dependencies: ["Cells", "Recording", "Screens", "BookStore", "Demo", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "Promises", dependencies: ["Records", "BookStore", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "TortureTests", dependencies: ["Torture", "booklist"], swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["booklist", "Platform", "CTorture", "SeededRandom", "TestSupport"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
