import Platform

/// A thread that does not keep the one that answers keys waiting for a processor.
enum BackgroundThread {
  private static let niceValue: Int32 = 10
  /// SQLite compiles an expression of a thousand terms by as many calls in each other, for which not all systems give a
  /// thread room.
  private static let stackSize = 8 << 20

  /// Starts a thread; `name` is what debuggers show.
  static func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    SystemThread.start(name, stackSize: stackSize) {
      #if canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
      #endif
      stepBack()
      work()
    }
  }

  /// Has the calling thread run after others where there are fewer processors than threads that could run.
  ///
  /// On Linux, where the quality of service has no effect, a thread has a nice value of its own (setpriority(2)).
  static func stepBack() {
    #if canImport(Glibc)
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceValue)
    #elseif canImport(Musl)
      _ = setpriority(PRIO_PROCESS, 0, niceValue)
    #endif
  }
}
