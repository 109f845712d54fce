import Foundation
import Testing

@testable import Demo

@Suite("The report in JSON") struct DemoReportTests {
  @Test("It reads back as it is, whatever a text holds") func json() throws {
    let hostile = "a \"quote\", a \\, a /, é, \u{1F4DA}, \n\r\t\u{1}\u{1B}"
    var report = DemoReport(books: 7)
    report.equal(2, hostile, 1, 2)
    report.steps = [
      StepReport(
        name: "list", title: "The list", before: Figures(), after: Figures(), ran: Tally(), written: 3)
    ]
    let read = try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any]
    let claim = try #require((read?["claims"] as? [[String: Any]])?.first)
    #expect(claim["claim"] as? String == hostile)
    #expect(claim["holds"] as? Bool == false && read?["holds"] as? Bool == false)
    #expect(read?["books"] as? Int == 7)
    let step = try #require((read?["steps"] as? [[String: Any]])?.first)
    #expect(step["written"] as? Int == 3)
    #expect(Set(step.keys) == ["name", "title", "before", "after", "ran", "written"])
  }

  @Test("Its members are in the order of their names, one in a line") func form() {
    #expect(
      DemoReport(books: 1).json == """
        {
          "books" : 1,
          "claims" : [

          ],
          "holds" : true,
          "steps" : [

          ]
        }
        """)
  }
}
