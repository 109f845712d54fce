import Platform

/// Starts threads with a lower priority than the one that handles keys.
package enum BackgroundThread {
  private static let niceValue: Int32 = 10
  /// SQLite nests as many calls as an expression has terms; a thousand exceed the default stack of threads on some systems.
  private static let stackSize = 8 << 20

  package static func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    SystemThread.start(name, stackSize: stackSize) {
      #if canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
      #endif
      stepBack()
      work()
    }
  }

  /// Lowers the calling thread's priority, for when there are fewer processors than runnable threads.
  ///
  /// On Linux, where the quality of service has no effect, each thread has its own nice value (setpriority(2)).
  package static func stepBack() {
    #if canImport(Glibc)
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceValue)
    #elseif canImport(Musl)
      _ = setpriority(PRIO_PROCESS, 0, niceValue)
    #endif
  }
}
