/// What threads share, as a state from which they take steps.
protocol Interleaved: Hashable {
    /// The steps that can be taken, each a thread's; none when no thread can go on.
    var choices: [Int] { get }
    mutating func take(_ choice: Int)
    /// What is wrong in this state, whatever comes.
    var faults: [String] { get }
    /// What is wrong when no thread can go on.
    var faultsAtTheEnd: [String] { get }
}
