/// From tokens to places.
extension EngineModel {
    subscript(_ place: Place) -> ComponentRecord {
        get { components[Int(place)] }
        _modify { yield &components[Int(place)] }
    }

    /// The place of a component, which exists from its first mention, attached, in `scene` (AP-001, AP-010, AP-011).
    mutating func place(of id: ComponentID, mentionedIn scene: SceneID? = nil) -> Place? {
        guard id.issuer == mainScene.issuer else {
            diagnose(.foreignIdentity, id)
            return nil
        }
        extendComponents(to: Int(id.index))
        let place = Place(id.index)
        let generation = self[place].id.generation
        switch self[place].lifetime {
        case .alive where generation == id.generation:
            return place
        case .alive where generation < id.generation:
            // Its end was never reported here, but its place has been given to another.
            end(place, by: .destroyed)
            forget(place)
        case .destroyed where generation < id.generation, .unused:
            break
        case .alive, .destroyed:
            diagnose(.eventAfterDestroy, id)
            return nil
        }
        self[place] = ComponentRecord(id: id)
        join(place, to: scene.flatMap { scenePlace(of: $0) } ?? openScene(mainScene))
        return place
    }

    /// Takes note of components that were gone before this engine followed: those of older generations.
    mutating func adopt(generations: [UInt32]) {
        for (index, generation) in generations.enumerated() where generation > 0 {
            extendComponents(to: index)
            self[Place(index)] = ComponentRecord(
                id: ComponentID(
                    index: UInt32(index), generation: generation - 1, issuer: mainScene.issuer, tag: 0))
            self[Place(index)].lifetime = .destroyed
        }
    }

    private mutating func extendComponents(to index: Int) {
        while components.count <= index {
            var unused = ComponentRecord(
                id: ComponentID(
                    index: UInt32(components.count), generation: 0, issuer: mainScene.issuer, tag: 0))
            unused.lifetime = .unused
            components.append(unused)
        }
    }

    /// The place of a component that is known, without mentioning it.
    func knownPlace(of id: ComponentID) -> Place? {
        guard id.issuer == mainScene.issuer, Int(id.index) < components.count else { return nil }
        let known = components[Int(id.index)]
        return known.lifetime == .alive && known.id.generation == id.generation ? Place(id.index) : nil
    }

    /// Whether a component was known and has been destroyed.
    func isDestroyed(_ id: ComponentID) -> Bool {
        guard id.issuer == mainScene.issuer, Int(id.index) < components.count else { return false }
        let known = components[Int(id.index)].lifetime
        let generation = components[Int(id.index)].id.generation
        return known != .unused && (generation > id.generation || (generation == id.generation && known == .destroyed))
    }

    /// The place of a scene, which exists from its first mention, in the foreground (AP-001, AP-009).
    mutating func scenePlace(of id: SceneID) -> Place? {
        guard id.issuer == mainScene.issuer else {
            diagnose(.foreignIdentity)
            return nil
        }
        return openScene(id)
    }

    private mutating func openScene(_ id: SceneID) -> Place {
        let index = Int(id.index)
        while scenePlaces.count <= index { scenePlaces.append(.none) }
        let known = scenePlaces[index]
        if !known.isNone {
            scenes[Int(known)].isOpen = true
            return known
        }
        let scene = SceneRecord(id: id, incarnation: nextIncarnation())
        if let free = freeScenePlaces.popLast() {
            scenes[Int(free)] = scene
            scenePlaces[index] = free
        } else {
            scenes.append(scene)
            scenePlaces[index] = Place(scenes.count - 1)
        }
        return scenePlaces[index]
    }

    /// The place of a scene that is known and open, without mentioning it.
    func knownScenePlace(of id: SceneID) -> Place? {
        guard id.issuer == mainScene.issuer, Int(id.index) < scenePlaces.count else { return nil }
        let place = scenePlaces[Int(id.index)]
        return place.isNone || !scenes[Int(place)].isOpen ? nil : place
    }

    /// Whether nothing is known of a scene, because it never was mentioned or is closed and empty.
    func isForgotten(_ id: SceneID) -> Bool {
        Int(id.index) >= scenePlaces.count || scenePlaces[Int(id.index)].isNone
    }

    /// Gives back the place of a scene that is closed and to which nothing belongs any more.
    mutating func releaseSceneIfUnused(_ scene: Place) {
        let record = scenes[Int(scene)]
        guard !record.isOpen, record.firstMember.isNone else { return }
        scenePlaces[Int(record.id.index)] = .none
        freeScenePlaces.append(scene)
    }

    /// Frees the place of a component whose appearance has ended; no list and no container knows it afterwards.
    mutating func forget(_ place: Place) {
        leaveContainer(place)
        leaveScene(place)
        self[place] = ComponentRecord(id: self[place].id)
        self[place].lifetime = .destroyed
    }
}
