// Computes the page views of the benchmark trace with simdjson, and writes the same bytes as `pageview replay`.
//
// usage: peer_simdjson TRACE.jsonl OUT.jsonl
//
// It knows only what the benchmark trace uses: one session, scenes in the foreground, keys in one order, texts without
// escapes, and the standard policy. So its ratio to the command is a lower bound of that of a complete program.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <exception>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <unordered_map>

namespace {

struct Component;

struct Scene {
    std::string name;
    // The page view that was counted last: its component, its appearance and its page.
    const Component *previous = nullptr;
    std::uint64_t previousAppearance = 0;
    std::string previousPage;
};

struct Component {
    std::string name;
    Scene *scene = nullptr;
    // The page and the payload as JSON; empty if there is none.
    std::string page, payload;
    std::uint64_t appearances = 0;
    std::int64_t beganAt = 0;
    bool isReady = true, isShown = false, isCounted = false;
};

// Values by name. A deque never moves its elements, so the keys can refer to the names in them.
template <class Value> struct Table {
    std::deque<Value> values;
    std::unordered_map<std::string_view, Value *> byName;

    // Returns the value of a name, and whether it is new.
    std::pair<Value *, bool> value(std::string_view name) {
        if (auto known = byName.find(name); known != byName.end()) return {known->second, false};
        Value &added = values.emplace_back();
        added.name = name;
        byName.emplace(added.name, &added);
        return {&added, true};
    }
};

class Replay {
  public:
    explicit Replay(FILE *file) : file(file) { output.reserve(flushed + 4096); }
    ~Replay() { flush(); }

    void apply(simdjson::ondemand::document_reference line) {
        const double seconds = line.find_field("t");
        // The times have three decimal places.
        const std::int64_t time = static_cast<std::int64_t>(seconds * 1e3 + 0.5) * 1'000'000;
        const std::string_view event = line.find_field("event");
        const std::string_view name = line.find_field("component");
        auto [component, isNew] = components.value(name);
        if (isNew) {
            const std::string_view scene = line.find_field("scene");
            component->scene = scenes.value(scene).first;
        }
        if (event == "didAppear") {
            if (component->isShown) return;
            component->isShown = true;
            component->isCounted = false;
            component->appearances++;
            component->beganAt = time;
            countIfReady(*component, time, "appeared");
        } else if (event == "didDisappear") {
            component->isShown = false;
        } else if (event == "create") {
            simdjson::ondemand::object page = line.find_field("page");
            const std::string_view pageName = page.find_field("name");
            const std::string_view context = page.find_field("context");
            component->page.append("\"name\":\"").append(pageName).append("\",\"context\":\"").append(context).append("\"");
            const std::string_view state = line.find_field("state");
            component->isReady = state == "ready";
        } else if (event == "pending") {
            component->isReady = false;
            component->payload.clear();
        } else if (event == "ready") {
            component->isReady = true;
            component->payload.clear();
            simdjson::ondemand::object payload;
            if (line.find_field("payload").get_object().get(payload) == simdjson::SUCCESS) {
                component->payload = std::string_view(payload.raw_json());
            }
            countIfReady(*component, time, "ready");
        }
    }

  private:
    static constexpr std::size_t flushed = 64 << 10;
    FILE *file;
    std::string output;
    std::uint64_t sequence = 0;
    Table<Component> components;
    Table<Scene> scenes;

    void countIfReady(Component &component, std::int64_t time, std::string_view cause) {
        if (!component.isShown || component.isCounted || !component.isReady || component.page.empty()) return;
        component.isCounted = true;
        Scene &scene = *component.scene;
        output.append("{\"event\":\"pageView\",\"seq\":");
        number(++sequence);
        output.append(",\"t\":");
        this->seconds(time);
        output.append(",\"id\":");
        id(component, component.appearances);
        output.append(",\"page\":{").append(component.page).append("}");
        if (!component.payload.empty()) output.append(",\"payload\":").append(component.payload);
        output.append(",\"scene\":\"").append(scene.name);
        output.append("\",\"component\":\"").append(component.name).append("\",\"appearance\":");
        number(component.appearances);
        output.append(",\"appearedAt\":");
        this->seconds(component.beganAt);
        output.append(",\"cause\":\"").append(cause).append("\"");
        if (scene.previous) {
            output.append(",\"previous\":{\"id\":");
            id(*scene.previous, scene.previousAppearance);
            output.append(",").append(scene.previousPage).append("}");
        }
        output.append("}\n");
        scene.previous = &component;
        scene.previousAppearance = component.appearances;
        scene.previousPage = component.page;
        if (output.size() >= flushed) flush();
    }

    void id(const Component &component, std::uint64_t appearance) {
        output.append("\"").append(component.name).append("/");
        number(appearance);
        output.append("\"");
    }

    void number(std::uint64_t value) {
        char digits[20];
        output.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
    }

    // Writes nanoseconds as seconds, in the shortest decimal.
    void seconds(std::int64_t nanoseconds) {
        number(static_cast<std::uint64_t>(nanoseconds / 1'000'000'000));
        // The times have three decimal places.
        auto rest = nanoseconds % 1'000'000'000 / 1'000'000;
        if (rest == 0) return;
        char digits[4] = {'.'};
        std::size_t length = 0;
        for (std::size_t place = 3; place > 0; place--, rest /= 10) {
            digits[place] = static_cast<char>('0' + rest % 10);
            if (length == 0 && digits[place] != '0') length = place + 1;
        }
        output.append(digits, length);
    }

    void flush() {
        std::fwrite(output.data(), 1, output.size(), file);
        output.clear();
    }
};

} // namespace

int main(int count, char **arguments) try {
    if (count != 3) return std::fputs("usage: peer_simdjson TRACE.jsonl OUT.jsonl\n", stderr), 64;
    FILE *file = std::fopen(arguments[2], "wb");
    if (!file) return std::perror(arguments[2]), 74;
    const simdjson::padded_string trace = simdjson::padded_string::load(arguments[1]);
    simdjson::ondemand::parser parser;
    {
        Replay replay(file);
        simdjson::ondemand::document_stream lines = parser.iterate_many(trace);
        for (auto line : lines) replay.apply(line.value());
    }
    return std::fclose(file) == 0 ? 0 : 74;
} catch (const std::exception &error) {
    return std::fprintf(stderr, "peer_simdjson: %s\n", error.what()), 65;
}
