/// What follows from an input at its end: which pages are current now (QU-001).
extension EngineModel {
    mutating func touch(_ scene: Place) {
        guard !scenes[Int(scene)].isTouched else { return }
        scenes[Int(scene)].isTouched = true
        touched.append(scene)
    }

    /// Ends an input: works out which pages are current now, once for all that happened in it.
    mutating func finish() {
        if !uncovered.isNone {
            let scene = uncovered
            uncovered = .none
            if policy.reveal == .counts, scenes[Int(scene)].isForeground, let revealed = newestUncovered(in: scene) {
                replaceIfCounted(revealed, cause: .revealed)
            }
        }
        guard !touched.isEmpty else { return }
        for scene in touched {
            scenes[Int(scene)].isTouched = false
            settle(scene)
        }
        touched.removeAll(keepingCapacity: true)
    }

    /// Takes note of the scene's current page, and tells of it if it is another component or has another name.
    private mutating func settle(_ scene: Place) {
        let before = scenes[Int(scene)].current
        let current = newestUncovered(in: scene)
        scenes[Int(scene)].current = current ?? .none
        if let current {
            if before.isNone { scenesWithCurrentPage += 1 }
            let page = self[current].name
            guard scenes[Int(scene)].told != current || scenes[Int(scene)].toldPage?.isIdentical(to: page) != true
            else { return }
            scenes[Int(scene)].told = current
            scenes[Int(scene)].toldPage = page
        } else {
            guard !before.isNone else { return }
            scenesWithCurrentPage -= 1
            if scenesWithCurrentPage == 0 {
                lastPage = scenes[Int(scene)].last.map { ($0, scenes[Int(scene)].incarnation) }
            }
            scenes[Int(scene)].told = .none
            scenes[Int(scene)].toldPage = nil
        }
        emit(
            .currentPage(
                CurrentPageChange(scene: scenes[Int(scene)].id, page: current.flatMap(snapshot(of:)), time: now)))
    }

    /// The scene's newest live page that contains no live page of the scene (QU-001, QU-002).
    private func newestUncovered(in scene: Place) -> Place? {
        let newest = scenes[Int(scene)].uncovered.last
        return newest.isNone ? nil : newest
    }

    func snapshot(of place: Place) -> PageAppearance? {
        guard let appearance = self[place].appearance, let page = self[place].name else { return nil }
        return PageAppearance(
            id: AppearanceID(component: self[place].id, ordinal: appearance.ordinal), page: page,
            scene: scenes[Int(self[place].scene)].id, isCounted: appearance.countedAs != nil, since: appearance.beganAt)
    }
}
