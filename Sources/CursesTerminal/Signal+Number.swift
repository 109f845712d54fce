import CNcurses
import Cells
import Platform

extension Signal {
  var number: Int32 {
    switch self {
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .interrupt: SIGINT
    case .stop: SIGTSTP
    case .memoryWarning: SIGUSR1
    }
  }

  var pendingBit: UInt32 {
    switch self {
    case .terminate: cnc_pending_terminate.rawValue
    case .hangUp: cnc_pending_hang_up.rawValue
    case .interrupt: cnc_pending_interrupt.rawValue
    case .stop: cnc_pending_stop.rawValue
    case .memoryWarning: cnc_pending_user.rawValue
    }
  }
}
