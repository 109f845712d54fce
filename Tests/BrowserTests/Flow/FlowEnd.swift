import Browser

/// How a browser ended, and what is printed after that.
struct FlowEnd {
  let ending: Ending
  let farewell: String?
}
