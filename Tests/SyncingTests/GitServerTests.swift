import Foundation
import Platform
import Syncing
import TestSupport
import Testing

/// Places behind real servers, which run as this account.
@Suite("A server that git talks to", .needs("git"), .endsInTime) struct GitServerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.git(".", "init", "-q", "--bare", "place.git")
  }

  /// Has two machines meet at an address of the place.
  private func meet(at address: String) throws {
    let desk = try GitMachine("desk", in: folder.path, at: address)
    // More than git sends at once by https.
    let noise = (0..<60_000).map { String(UInt64($0) &* 0x9E37_79B9_7F4A_7C15, radix: 36) }.joined()
    try desk.sync(adding: ["x": "1", "noise": noise])
    let laptop = try GitMachine("laptop", in: folder.path, at: address)
    try laptop.sync(adding: ["y": "2"])
    try desk.sync()
    #expect(try desk.texts == ["x": "1", "y": "2", "noise": noise])
    #expect(desk.head == laptop.head)
    #expect(try folder.git("place.git", "fsck", "--strict").isEmpty)
  }

  // MARK: ssh

  private static let sshd = Environment.program("sshd", in: "/usr/sbin:/usr/local/sbin:/usr/bin")
  /// As root, the server wants a folder that the system makes when it starts one.
  private static let hasServer = sshd != nil && (geteuid() != 0 || access("/run/sshd", F_OK) == 0)

  @Test("By ssh", .enabled(if: hasServer, "sshd is not installed, or /run/sshd is missing")) func ssh() throws
  {
    for name in ["host", "key"] {
      try Command.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder.path(name)])
    }
    try """
    HostKey \(folder.path("host"))
    AuthorizedKeysFile \(folder.path("authorized"))
    StrictModes no
    UsePAM no
    PasswordAuthentication no
    KbdInteractiveAuthentication no
    PermitRootLogin yes
    PidFile none
    """.write(toFile: folder.path("configuration"), atomically: true, encoding: .utf8)
    // The server talks through a pipe, so that it needs no port.
    let server = "\(Self.sshd ?? "") -i -e -f \(folder.path("configuration")) 2>/dev/null"
    let known = "-o UserKnownHostsFile=\(folder.path("known")) -o BatchMode=yes"
    let command =
      "ssh -F none -i \(folder.path("key")) -o IdentitiesOnly=yes \(known) -o ProxyCommand='\(server)'"
    let address = "ssh://desk\(folder.path("place.git"))"
    try folder.with(["GIT_SSH_COMMAND": command + " -o StrictHostKeyChecking=yes"]) {
      let desk = try GitMachine("desk", in: folder.path, at: address)
      #expect(throws: SyncError.unknownHost(place: address)) { try desk.sync() }
    }
    try folder.with(["GIT_SSH_COMMAND": command + " -o StrictHostKeyChecking=accept-new"]) {
      #expect(throws: SyncError.passwordAsked(place: address)) {
        try GitMachine("desk", in: folder.path, at: address).sync()
      }
      try FileManager.default.copyItem(atPath: folder.path("key.pub"), toPath: folder.path("authorized"))
      try meet(at: address)
      let missing = "ssh://desk\(folder.path("none.git"))"
      #expect(throws: SyncError.noRepository(place: missing)) {
        try GitMachine("desk", in: folder.path, at: missing).sync()
      }
    }
  }

  // MARK: https

  /// A server in Python that runs `git http-backend`, and says on which port.
  private static let server = """
    import base64, http.server, os, ssl, subprocess, sys

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            if self.headers.get("Authorization") != "Basic " + base64.b64encode(b"anna:secret").decode():
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="books"')
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            path, _, query = self.path.partition("?")
            environment = dict(
                os.environ, GIT_PROJECT_ROOT=sys.argv[1], GIT_HTTP_EXPORT_ALL="1", REMOTE_USER="anna",
                REQUEST_METHOD=self.command, PATH_INFO=path, QUERY_STRING=query,
                CONTENT_TYPE=self.headers.get("Content-Type", ""),
                HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding", ""),
                GIT_PROTOCOL=self.headers.get("Git-Protocol", ""))
            output = subprocess.run(
                ["git", "http-backend"], input=self.body(), env=environment, stdout=subprocess.PIPE).stdout
            head, _, content = output.partition(b"\\r\\n\\r\\n")
            lines = dict(line.split(": ", 1) for line in head.decode().split("\\r\\n"))
            self.send_response(int(lines.pop("Status", "200").split()[0]))
            for key, value in lines.items():
                self.send_header(key, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def body(self):
            if self.headers.get("Transfer-Encoding") != "chunked":
                return self.rfile.read(int(self.headers.get("Content-Length", 0)))
            body = b""
            while count := int(self.rfile.readline(), 16):
                body += self.rfile.read(count)
                self.rfile.readline()
            self.rfile.readline()
            return body

        do_GET = do_POST = answer

        def log_message(self, *words):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_port, flush=True)
    server.serve_forever()
    """

  @Test("By https, with the person's way to remember a password", .needs("openssl"), .needsPython("ssl"))
  func https() throws {
    let (certificate, key) = (folder.path("certificate.pem"), folder.path("key.pem"))
    try Command.run([
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
    ])
    let server = try PipedProgram(
      Environment.program("python3") ?? "", ["-c", Self.server, folder.path, certificate, key],
      variables: Environment.variables.filter { !$0.key.hasPrefix("GIT_") }, limit: patience
    ) { false }
    defer { server.stop() }
    let port = String(decoding: try server.get(), as: UTF8.self).trimmingCharacters(in: .newlines)
    let address = "https://localhost:\(port)/place.git"
    let variables = ["HOME": folder.path, "no_proxy": "localhost"]
    try folder.with(variables.merging(["GIT_SSL_CAINFO": "/dev/null"]) { $1 }) {
      let desk = try GitMachine("desk", in: folder.path, at: address)
      #expect { try desk.sync() } throws: { error in
        guard case SyncError.unreachable(address, let detail) = error else { return false }
        return detail.contains("certificate")
      }
    }
    try folder.with(variables.merging(["GIT_SSL_CAINFO": certificate]) { $1 }) {
      #expect(throws: SyncError.passwordAsked(place: address)) {
        try GitMachine("desk", in: folder.path, at: address).sync()
      }
      try "[credential]\nhelper = \"!echo username=anna; echo password=secret; true\"\n".write(
        toFile: folder.path(".gitconfig"), atomically: true, encoding: .utf8)
      try meet(at: address)
      let missing = "https://localhost:\(port)/none.git"
      #expect(throws: SyncError.noRepository(place: missing)) {
        try GitMachine("desk", in: folder.path, at: missing).sync()
      }
    }
  }
}
