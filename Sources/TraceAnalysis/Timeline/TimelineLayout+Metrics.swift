import NavigationTraces

extension TimelineLayout {
    /// The sizes that pictures have in common, in pixels.
    package enum Metrics {
        package static let text = 12
        package static let smallText = 11
        /// Free at both sides of a picture.
        package static let side = 16
        /// Left of a component's name, and between names and the time axis.
        package static let indent = 14
        package static let inset = 14
        /// Right of the time axis: half of a page view's number has room there, and the arrow of what goes on.
        package static let margin = 28
        package static let headingHeight = 30
        package static let pagesHeight = 26
        package static let marksHeight = 20
        package static let countsHeight = 22
        package static let laneHeight = 26
        package static let remarksHeight = 10
        package static let barHeight = 18
        package static let sceneSpacing = 14
        /// A stay without length is as wide, so that it can be seen and pointed at.
        package static let leastBar = 6
        package static let markWidth = 13
        package static let padding = 5
    }
}
