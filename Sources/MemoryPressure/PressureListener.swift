import Platform

struct PressureListener {
  private var feeds: [PressureFeed]
  private let stop: Descriptor
  /// Further warnings from the same poll, not returned yet.
  private var found: [MemoryWarning] = []

  init(feeds: [PressureFeed], stop: Descriptor) {
    self.feeds = feeds
    self.stop = stop
  }

  mutating func next() -> MemoryWarning? {
    while found.isEmpty {
      guard !feeds.isEmpty, wait() else { return nil }
    }
    return found.removeFirst()
  }

  /// Polls the feeds; false when the listener must stop.
  private mutating func wait() -> Bool {
    var sources = feeds.map {
      pollfd(fd: $0.isRead ? -1 : $0.descriptor.number, events: $0.events, revents: 0)
    }
    sources.append(pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0))
    let count = poll(&sources, nfds_t(sources.count), feeds.contains(where: \.isRead) ? 2_000 : -1)
    if count < 0 { return errno == EINTR }
    if sources.removeLast().revents != 0 { return false }
    if count == 0 { readAgain() } else { takeEvents(sources) }
    return true
  }

  private mutating func readAgain() {
    for index in feeds.indices where feeds[index].isRead {
      if let level = feeds[index].readAgain() {
        found.append(MemoryWarning(level: level, origin: feeds[index].warning.origin))
      }
    }
  }

  private mutating func takeEvents(_ sources: [pollfd]) {
    var isOver: Set<Int> = []
    for (index, source) in sources.enumerated() where source.revents != 0 {
      let isStream = feeds[index].events & Int16(POLLIN) != 0
      let bytes = isStream ? feeds[index].descriptor.drain() : []
      // The control group, or the peer, is gone.
      if bytes == nil || source.revents & Int16(POLLERR | POLLNVAL) != 0 { isOver.insert(index) }
      if source.revents & feeds[index].events != 0, bytes?.isEmpty == !isStream {
        found.append(feeds[index].warning)
      }
    }
    feeds = feeds.indices.filter { !isOver.contains($0) }.map { feeds[$0] }
  }
}
