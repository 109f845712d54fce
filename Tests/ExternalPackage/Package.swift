// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Shelf",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "booklist", path: "../..")],
  targets: [
    .executableTarget(name: "Shelf", dependencies: [.product(name: "BookStore", package: "booklist")])
  ],
  swiftLanguageModes: [.v6]
)
