import Records

/// The course of a write-back in the background: what the store's own thread has to do for it is done in slices.
extension BookStore {
  /// How long a slice takes, in seconds: a key comes in between two of them, and `50%` is three keys.
  private static let slice = 0.0025
  /// What a write-back may hold of the database before it shuts readers out, in kibibytes.
  private static let cacheSize = 65_536
  /// The records that are done between two looks at the clock.
  private static let step = 256

  /// Begins to write back what has been dirty since a moment or longer.
  func startTaking(since moment: Double, _ release: WriteBackJob.Release) {
    guard running == nil else { return }
    let writeBack = WriteBackJob(
      pendingWriteBack(capacity: records.dirty.count), before: records.dirty.endIndex, since: moment, release)
    if release == .everything {
      let before = records.byteCount
      records.releaseLarge()
      writeBack.released.byteCount = before - records.byteCount
    }
    start(writeBack)
  }

  /// Begins a write-back with its first slice.
  func start(_ writeBack: WriteBackJob) {
    guard running == nil else { return }
    running = writeBack
    guard let end = goOn() else { return }
    finished = end
    outcomes.post(.goOn)
  }

  /// Takes in the end of a background write-back, if it has ended.
  ///
  /// It does a slice of what is left to do for it; where there is more after that, `onNews` says so.
  ///
  /// - Returns: What was done, and whether it was for a memory warning.
  public func takeWriteBack() -> (dehydration: Dehydration, isForWarning: Bool)? {
    let end = takeNewsOfWriteBack() ?? finished
    finished = nil
    return end
  }

  /// Waits for the end of a background write-back, for what has to come after it; `takeWriteBack()` still has it.
  ///
  /// Whoever ends long statements is asked meanwhile, since a trigger may never end.
  func finishWriteBack() {
    let start = Clock.seconds
    while running != nil {
      if outcomes.wait(seconds: StatementWatch.interval) {
        if let end = takeNewsOfWriteBack() { finished = end }
      } else if Clock.seconds - start > StatementWatch.patience,
        connection.watch.isUnwanted?(Clock.seconds - start) == true
      {
        stopWritingBack()
      }
    }
  }

  private func takeNewsOfWriteBack() -> (dehydration: Dehydration, isForWarning: Bool)? {
    guard let news = outcomes.take().first, running != nil else { return nil }
    switch news {
    case .goOn: break
    case .looked(let version): take(version)
    case .written(let outcome): settle(outcome)
    }
    return goOn()
  }

  /// Begins to note what became of the changes.
  private func settle(_ outcome: WriteBackOutcome) {
    resumeReaders()
    guard let writeBack = running else { return }
    if outcome.lacksRows {
      (writeBack.isUnwritten, writeBack.phase) = (false, .reading)
    } else {
      let isWritten = outcome.error == nil
      if isWritten { hasThreadWritten = true }
      if outcome.dataVersion != writeBack.writerVersion { writeBack.writerVersion = nil }
      writeBack.writtenVersion = dataVersion
      writeBack.settlement = beginSettling(writeBack.pending, outcome)
      writeBack.pending = PendingWriteBack()
      writeBack.phase = isWritten ? .confirming : .settling
    }
  }

  /// Finds out by the writer's data version whether anybody else has written.
  ///
  /// Before the write the store's own version is read after the writer's, and that one is looked at again in the
  /// transaction: so no moment is left out. After it the writer's is read once more after the store's, which therefore
  /// counts the thread's write alone.
  private func take(_ version: Int64?) {
    guard let writeBack = running else { return }
    if writeBack.phase == .confirming {
      if let version, version == writeBack.writerVersion {
        noteOwnWrite(since: writeBack.dataVersion, upTo: writeBack.writtenVersion)
      }
      writeBack.phase = .settling
    } else {
      (writeBack.writerVersion, writeBack.dataVersion) = (version, dataVersion)
      writeBack.isUnwritten = version != nil && baseline != nil && writeBack.dataVersion == baseline
      writeBack.phase = writeBack.isUnwritten ? .writing : .reading
    }
  }

  /// Does a slice; the end of the write-back, if it is the last one.
  private func goOn() -> (dehydration: Dehydration, isForWarning: Bool)? {
    guard let writeBack = running else { return nil }
    let deadline = Clock.seconds + Self.slice
    repeat { step(writeBack) } while writeBack.hasStep && Clock.seconds < deadline
    if writeBack.phase == .done {
      running = nil
      return end(writeBack)
    }
    switch writeBack.phase {
    case .looking, .confirming: look()
    case .writing:
      write(writeBack.pending.plan, since: writeBack.isUnwritten ? writeBack.writerVersion : nil)
    default: outcomes.post(.goOn)
    }
    return nil
  }

  private func step(_ writeBack: WriteBackJob) {
    let before = (records.hydratedCount, records.byteCount)
    switch writeBack.phase {
    case .taking: take(writeBack)
    case .reading: if !writeBack.pending.readRows(count: Self.step) { writeBack.phase = .writing }
    case .settling: settle(writeBack)
    case .releasing:
      if !records.dehydrateClean(upTo: writeBack.lastUse, count: Self.step) { writeBack.phase = .done }
    case .looking, .writing, .confirming, .done: break
    }
    writeBack.released.recordCount += before.0 - records.hydratedCount
    writeBack.released.byteCount += before.1 - records.byteCount
  }

  private func take(_ writeBack: WriteBackJob) {
    records.takeDirty(before: &writeBack.place, since: writeBack.since, count: Self.step) {
      writeBack.pending.append($0)
    }
    guard writeBack.place == 0 else { return }
    writeBack.phase = writeBack.pending.count > 0 ? .looking : .done
  }

  private func settle(_ writeBack: WriteBackJob) {
    guard let settlement = writeBack.settlement else { return }
    settle(settlement, count: Self.step, isReleasing: writeBack.release != .nothing)
    guard !settlement.isUnderWay else { return }
    writeBack.lastUse = records.lastUse
    writeBack.phase = writeBack.release == .everything ? .releasing : .done
  }

  private func look() {
    let outcomes = outcomes
    writer.start(
      { outcomes.post(.looked($0.dataVersion)) },
      // Why it cannot be read is said by the write.
      fail: { _ in outcomes.post(.looked(nil)) })
  }

  private func write(_ plan: WriteBackPlan, since baseline: Int64?) {
    if let damage { return outcomes.post(.written(WriteBackOutcome(error: .damaged(detail: damage)))) }
    // The thread may not have a connection yet that knows what the file was.
    if isFileReplaced { return outcomes.post(.written(WriteBackOutcome(error: .fileReplaced))) }
    pauseReaders()
    let (outcomes, isLocking) = (outcomes, !hasWriteAheadLog)
    writer.start(
      { connection in
        var outcome =
          isLocking
          ? connection.withCache(kibibytes: Self.cacheSize) {
            plan.perform(on: connection, since: baseline)
          }
          : plan.perform(on: connection, since: baseline)
        outcome.dataVersion = connection.dataVersion
        outcomes.post(.written(outcome))
      },
      fail: { outcomes.post(.written(WriteBackOutcome(error: $0))) })
  }

  /// Says what was done, and answers a memory warning that came meanwhile.
  private func end(_ writeBack: WriteBackJob) -> (dehydration: Dehydration, isForWarning: Bool)? {
    guard let settlement = writeBack.settlement else { return nil }
    let result = settlement.result
    noteInLog(settlement)
    let isForWarning = writeBack.release == .everything
    records.shrink()
    if isForWarning { releaseMemory() }
    if writeBack.release == .written { noteBudget(result) }
    if writeBack.isWarned, result.isComplete, !records.dirty.isEmpty {
      startTaking(since: Clock.seconds, .everything)
    }
    let dehydration = Dehydration(
      writeBack: result, recordCount: writeBack.released.recordCount,
      freedByteCount: writeBack.released.byteCount)
    return (dehydration, isForWarning)
  }
}
