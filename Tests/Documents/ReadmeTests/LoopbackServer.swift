import Foundation
import TestSupport

/// An HTTP server on the loopback interface. Each connection has one request, and a thread of its own.
final class LoopbackServer: Sendable {
    struct Request: Sendable {
        let path: String
        /// The lines of the header, in lowercase.
        let header: [String]
        let body: Data

        /// Reads a request; `nil` if its header or a required body is incomplete.
        init?(_ bytes: Data, requiresBody: Bool) {
            guard let head = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
            let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            path = lines[0].components(separatedBy: " ")[1]
            header = lines.dropFirst().map { $0.lowercased() }
            body = Data(bytes[head.upperBound...])
            let length = header.first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) }
            if requiresBody, body.count < length ?? 0 { return nil }
        }
    }

    /// Any bytes. The server closes the connection after them.
    struct Answer: Sendable, ExpressibleByStringLiteral {
        let bytes: String

        init(stringLiteral bytes: String) { self.bytes = bytes }

        init(_ status: Int, _ header: String = "") {
            bytes = "HTTP/1.1 \(status) Reason\r\nContent-Length: 2\r\nConnection: close\r\n\(header)\r\n{}"
        }
    }

    let url: URL
    private let listener: Int32
    private let readsBodies: Bool
    private let answer: @Sendable (Request) -> Answer

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - readsBodies: Whether the server reads a request to its end before it answers.
    ///   - answer: Called on the connection's thread, which may wait.
    init(readsBodies: Bool = true, _ answer: @escaping @Sendable (Request) -> Answer) throws {
        (self.readsBodies, self.answer) = (readsBodies, answer)
        #if os(Linux)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        signal(SIGPIPE, SIG_IGN)
        listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, length) = (listener, size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        guard isBound, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))") else {
            throw Refusal(description: "expected a socket on the loopback interface, found error \(errno)")
        }
        self.url = url
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    /// Stops listening. Later connections fail.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var bytes = Data()
        var request: Request?
        while request == nil {
            var part = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe recv(connection, &part, part.count, 0)
            guard count > 0 else { return }
            bytes += part[..<count]
            request = Request(bytes, requiresBody: readsBodies)
        }
        guard let request else { return }
        let reply = Array(answer(request).bytes.utf8)
        #if os(Linux)
        _ = unsafe send(connection, reply, reply.count, Int32(MSG_NOSIGNAL))
        #else
        _ = unsafe send(connection, reply, reply.count, 0)
        #endif
    }
}
