import Platform
import Records

/// The files of other machines that are there and have not been taken yet.
struct Arriving {
  private let shadow: Shadow
  private let folder: SyncFolder
  private let carrier: any Carrier

  init(_ shadow: Shadow, _ folder: SyncFolder, _ carrier: any Carrier) {
    (self.shadow, self.folder, self.carrier) = (shadow, folder, carrier)
  }

  /// Downloads the files that can be taken, and returns them so that each comes after those that its machine had seen.
  func fetch(_ report: inout SyncReport) throws(SyncError) -> [FileName] {
    (report.unreadable, report.later, report.foreign, report.broken) = ([], [], [], [])
    report.waitingCount = 0
    let own = try shadow.text("machine")
    let names = try carrier.list().compactMap { FileName($0) }.filter {
      $0.kind == .changes && $0.machine != own
    }
    var taken = try shadow.taken
    var waiting = Dictionary(grouping: names, by: \.machine).mapValues { files in
      Set(files.map(\.number))
    }
    var (order, hasFound) = ([FileName](), true)
    while hasFound {
      hasFound = false
      for machine in waiting.keys.sorted() {
        let name = FileName(machine: machine, number: taken[machine] + 1)
        guard waiting[machine]?.contains(name.number) ?? false else { continue }
        guard let header = try fetch(name, &report) else {
          waiting[machine] = nil
          continue
        }
        guard taken.covers(header.known), taken.covers(header.compared) else { continue }
        guard try follows(header) || order.contains(where: { $0.machine == machine }) else {
          report.broken.append(name.text)
          waiting[machine] = nil
          continue
        }
        taken[machine] = name.number
        order.append(name)
        hasFound = true
      }
    }
    report.waitingCount = waiting.reduce(0) { count, entry in
      count + entry.value.count { $0 > taken[entry.key] }
    }
    return order
  }

  /// Whether a file directly follows the last one taken of its machine.
  private func follows(_ header: FileHeader) throws(SyncError) -> Bool {
    let checksum = try shadow.integer(
      "SELECT checksum FROM machine WHERE name = ?", [.text(Text(header.machine))])
    return header.number == 1 || UInt64(bitPattern: checksum ?? 0) == header.parent
  }

  /// Fetches large values of a file; returns the first that is still missing or incomplete, or nil.
  private func fetch(_ values: Set<LargeValueName>) throws(SyncError) -> LargeValueName? {
    for name in values where shadow.largeValues.value(name) == nil {
      let path = shadow.largeValues.arrivedPath(of: name)
      do throws(SyncError) { try carrier.get(name.text, to: path) } catch {
        guard case .unreachable = error else { throw error }
        return name
      }
      if shadow.largeValues.value(name) != nil { continue }
      unlink(path)
      return name
    }
    return nil
  }

  private func fetch(_ name: FileName, _ report: inout SyncReport) throws(SyncError) -> FileHeader? {
    let path = folder.arrived(name)
    if access(path, F_OK) != 0 {
      do throws(SyncError) { try carrier.get(name.text, to: path) } catch .unreachable {
        report.unreadable.append(name.text)
        return nil
      }
    }
    do throws(SyncError) {
      let reader = try ChangeFileReader(path)
      let header = reader.header
      let values = try reader.readThrough()
      if header.machine == name.machine, header.number == name.number,
        header.library == (try shadow.text("library"))
      {
        guard let missing = try fetch(values) else { return header }
        report.unreadable.append(missing.text)
        return nil
      }
      report.foreign.append(name.text)
    } catch .damaged {
      report.unreadable.append(name.text)
    } catch .later { report.later.append(name.text) }
    unlink(path)
    return nil
  }
}
