/// What is wrong with a line, by the place in its bytes.
package struct LineError: Error {
    package var offset: Int
    package var message: String

    package init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }
}
