/// From tokens to places.
extension EngineModel {
    subscript(_ place: Place) -> ComponentRecord {
        @inline(__always) unsafeAddress { unsafe UnsafePointer(components.address(of: place)) }
        @inline(__always) unsafeMutableAddress { unsafe components.address(of: place) }
    }

    /// The identity of the component that has a place.
    @inline(__always)
    func id(of component: Subject) -> ComponentID {
        ComponentID(
            index: UInt32(truncatingIfNeeded: component.place), generation: component.state.generation,
            issuer: mainScene.issuer, tag: component.record.tag)
    }

    func id(of place: Place) -> ComponentID { id(of: subject(place)) }

    /// The place of a component, which exists from its first mention, attached, in `scene` (AP-001, AP-010, AP-011).
    @inline(__always)
    mutating func place(of id: ComponentID, mentionedIn scene: SceneID? = nil) -> Place? {
        knownPlace(of: id) ?? newPlace(of: id, mentionedIn: scene)
    }

    @inline(never)
    private mutating func newPlace(of id: ComponentID, mentionedIn scene: SceneID?) -> Place? {
        guard id.issuer == mainScene.issuer else {
            diagnose(.foreignIdentity, id)
            return nil
        }
        extendComponents(to: Int(id.index))
        let place = Place(id.index)
        let generation = states[place].generation
        switch states[place].lifetime {
        case .alive where generation < id.generation:
            // Its end was never reported here, but its place has been given to another.
            end(subject(place), by: .destroyed)
            forget(place)
        case .destroyed where generation < id.generation, .unused:
            break
        case .alive, .destroyed:
            diagnose(.eventAfterDestroy, id)
            return nil
        }
        states[place] = ComponentState(generation: id.generation)
        self[place] = ComponentRecord(tag: id.tag)
        join(place, to: scene.flatMap { scenePlace(of: $0) } ?? openScene(mainScene))
        return place
    }

    /// Takes note of components that were gone before this engine followed: those of older generations.
    mutating func adopt(generations: [UInt32]) {
        for (index, generation) in generations.enumerated() where generation > 0 {
            extendComponents(to: index)
            states[Place(index)] = ComponentState(generation: generation - 1, lifetime: .destroyed)
        }
    }

    private mutating func extendComponents(to index: Int) {
        while components.count <= index {
            states.append(ComponentState(generation: 0, lifetime: .unused))
            components.append(ComponentRecord(tag: 0))
        }
    }

    /// The place of a component that is known, without mentioning it.
    @inline(__always)
    func knownPlace(of id: ComponentID) -> Place? {
        guard id.issuer == mainScene.issuer, Int(id.index) < states.count else { return nil }
        let place = Place(truncatingIfNeeded: id.index)
        return states[place].lifetime == .alive && states[place].generation == id.generation ? place : nil
    }

    /// Whether a component was known and has been destroyed.
    func isDestroyed(_ id: ComponentID) -> Bool {
        guard id.issuer == mainScene.issuer, Int(id.index) < components.count else { return false }
        let known = states[Place(id.index)].lifetime
        let generation = states[Place(id.index)].generation
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
            scenes[known].isOpen = true
            return known
        }
        var scene = SceneRecord(id: id)
        if let free = freeScenePlaces.popLast() {
            // What is known of the place, and not of the scene, stays.
            scene.isSettled = scenes[free].isSettled
            scene.nextSettled = scenes[free].nextSettled
            scenes[free] = scene
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
        return place.isNone || !scenes[place].isOpen ? nil : place
    }

    /// Whether nothing is known of a scene, because it never was mentioned or is closed and empty.
    package func isForgotten(_ id: SceneID) -> Bool {
        Int(id.index) >= scenePlaces.count || scenePlaces[Int(id.index)].isNone
    }

    /// Gives back the place of a scene that is closed and to which nothing belongs any more.
    mutating func releaseSceneIfUnused(_ scene: Place) {
        guard !scenes[scene].isOpen, scenes[scene].firstMember.isNone else { return }
        scenePlaces[Int(scenes[scene].id.index)] = .none
        freeScenePlaces.append(scene)
    }

    /// Frees the place of a component whose appearance has ended; no list and no container knows it afterwards.
    mutating func forget(_ place: Place) {
        leaveContainer(place)
        leaveScene(place)
        states[place] = ComponentState(generation: states[place].generation, lifetime: .destroyed)
        self[place] = ComponentRecord(tag: self[place].tag)
    }
}
