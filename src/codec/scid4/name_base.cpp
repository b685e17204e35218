// A .sn4 has a header with the number of names of each kind and the largest number of uses, then
// the names, sorted. Each is its id, its uses, its length, the length of the prefix it shares with
// the name before it, and the rest. The numbers in the header decide how wide ids and uses are.

#include "codec/scid4/name_base.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "codec/scid4/stored_text.h"
#include "core/byte_cursor.h"
#include "core/hash.h"

namespace edge::scid4 {
namespace {

using namespace std::literals;

constexpr std::string_view kMagic = "Scid.sn\0"sv;
constexpr size_t kCountsAt = 12;  // after a time stamp that is not used
constexpr uint32_t kMaxStoredUses = (1u << 24) - 1;

// How wide the numbers of a section are, in bytes.
struct Widths {
    Widths(uint32_t names, uint32_t max_uses) : id(names >= 65536 ? 3 : 2), uses(1) {
        if (max_uses >= 256) uses = 2;
        if (max_uses >= 65536) uses = 3;
    }
    size_t id;
    size_t uses;
};

uint32_t load_number(std::span<const std::byte> bytes) {
    uint32_t number = 0;
    for (const std::byte b : bytes) number = number << 8 | std::to_integer<uint32_t>(b);
    return number;
}

void append_number(uint32_t number, size_t width, std::string& out) {
    for (size_t i = width; i > 0; --i) out += static_cast<char>(number >> (8 * (i - 1)));
}

size_t common_prefix(std::string_view a, std::string_view b) {
    const auto size = static_cast<ptrdiff_t>(std::min(a.size(), b.size()));
    return static_cast<size_t>(std::mismatch(a.begin(), a.begin() + size, b.begin()).first -
                               a.begin());
}

// Scid's order: the first byte compares as unsigned, every later one as signed, and a name ends in
// a zero.
bool sorts_before(std::string_view a, std::string_view b) {
    const size_t at = common_prefix(a, b);
    const auto byte_of = [at](std::string_view name) -> int {
        if (at == name.size()) return 0;
        return at == 0 ? static_cast<unsigned char>(name[at]) : static_cast<signed char>(name[at]);
    };
    return byte_of(a) < byte_of(b);
}

// The names of one kind; `max_uses` comes from the header.
void append_section(const NameIds& table, uint32_t max_uses, std::string& out) {
    const Widths widths(table.size(), max_uses);
    std::vector<uint32_t> ids(table.size());
    std::iota(ids.begin(), ids.end(), 0u);
    std::ranges::sort(ids, sorts_before, [&table](uint32_t id) { return table.name(id); });
    std::string_view before;
    for (const uint32_t id : ids) {
        const std::string_view name = table.name(id);
        const size_t prefix = common_prefix(before, name);
        append_number(id, widths.id, out);
        append_number(std::min(table.uses(id), max_uses), widths.uses, out);
        append_number(static_cast<uint32_t>(name.size()), 1, out);
        if (id != ids.front()) append_number(static_cast<uint32_t>(prefix), 1, out);
        out += name.substr(prefix);
        before = name;
    }
}

}  // namespace

std::string_view kind_text(NameKind kind) {
    constexpr std::array<std::string_view, kNameKinds> kTexts = {"player", "event", "site",
                                                                 "round"};
    return kTexts[static_cast<size_t>(kind)];
}

class NameBase::Parser {
public:
    Parser(std::span<const std::byte> bytes, std::string_view file) : cursor_(bytes, file) {}

    Result<NameBase> parse() {
        NameBase base;
        EDGE_CHECK(cursor_.expect(kMagic, "the header of a Scid name file"));
        EDGE_CHECK(cursor_.skip(kCountsAt - kMagic.size(), "a time stamp"));
        const auto counts = EDGE_TRY(read_counts("the numbers of names"));
        const auto max_uses = EDGE_TRY(read_counts("the largest numbers of uses"));
        for (const NameKind kind : kAllNameKinds) {
            const auto i = static_cast<size_t>(kind);
            EDGE_CHECK(
                read_section(kind, counts[i], Widths(counts[i], max_uses[i]), base.sections_[i]));
        }
        return base;
    }

private:
    using Counts = std::array<uint32_t, kNameKinds>;

    Result<Counts> read_counts(std::string_view what) {
        const std::span bytes = EDGE_TRY(cursor_.read_bytes(3 * kNameKinds, what));
        Counts counts = {};
        for (size_t i = 0; i < kNameKinds; ++i) counts[i] = load_number(bytes.subspan(3 * i, 3));
        return counts;
    }

    Status read_section(NameKind kind, uint32_t count, const Widths& widths, Section& section) {
        // The first name of a section has no prefix, so it may be a byte shorter than the others.
        const size_t least_bytes = widths.id + widths.uses + 1;
        if (count > max_names(kind) || count > cursor_.remaining() / least_bytes) {
            return cursor_.corrupt(
                fmt::format("{} {} names in {} bytes", count, kind_text(kind), cursor_.remaining()),
                "fewer");
        }
        section.names.assign(count, Place{.begin = UINT32_MAX, .size = 0});
        NameIds distinct;
        std::string name;
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t id = EDGE_TRY(read_name(widths, i == 0, name));
            if (id >= count || section.names[id].begin != UINT32_MAX) {
                return cursor_.corrupt(fmt::format("{} name with id {}", kind_text(kind), id),
                                       fmt::format("every id below {} once", count));
            }
            const uint64_t hash = hash_bytes(name);
            if (distinct.find(name, hash)) {
                return cursor_.corrupt(
                    fmt::format("the {} name '{}' twice", kind_text(kind), stored_text(name)),
                    "distinct names");
            }
            distinct.add(name, hash);
            const std::string text = stored_text(name);
            section.names[id] = {.begin = static_cast<uint32_t>(section.text.size()),
                                 .size = static_cast<uint32_t>(text.size())};
            section.text += text;
        }
        return {};
    }

    // Turns the previous name into the next one; returns its id.
    Result<uint32_t> read_name(const Widths& widths, bool is_first, std::string& name) {
        const std::span front =
            EDGE_TRY(cursor_.read_bytes(widths.id + widths.uses + (is_first ? 1 : 2), "a name"));
        const size_t size_at = widths.id + widths.uses;
        const auto size = std::to_integer<size_t>(front[size_at]);
        const size_t prefix = is_first ? 0 : std::to_integer<size_t>(front[size_at + 1]);
        if (prefix > size || prefix > name.size()) {
            return cursor_.corrupt(
                fmt::format("a name of {} bytes that shares {} with the one of {} before it", size,
                            prefix, name.size()),
                "no more than either has");
        }
        const std::span rest = EDGE_TRY(cursor_.read_bytes(size - prefix, "the rest of a name"));
        name.resize(prefix);
        name.append(reinterpret_cast<const char*>(rest.data()), rest.size());
        return load_number(front.first(widths.id));
    }

    ByteCursor cursor_;
};

Result<NameBase> NameBase::parse(std::span<const std::byte> bytes, std::string_view file) {
    return Parser(bytes, file).parse();
}

std::string name_base_bytes(const NameTables& tables) {
    std::string out(kMagic);
    out.resize(kCountsAt);  // no time stamp
    for (const NameIds& table : tables) append_number(table.size(), 3, out);
    std::array<uint32_t, kNameKinds> max_uses = {};
    for (size_t kind = 0; kind < kNameKinds; ++kind) {
        for (uint32_t id = 0; id < tables[kind].size(); ++id) {
            max_uses[kind] = std::max(max_uses[kind], tables[kind].uses(id));
        }
        // A player paired with himself in every game is used twice as often as there can be games.
        max_uses[kind] = std::min(max_uses[kind], kMaxStoredUses);
        append_number(max_uses[kind], 3, out);
    }
    for (size_t kind = 0; kind < kNameKinds; ++kind) {
        append_section(tables[kind], max_uses[kind], out);
    }
    return out;
}

}  // namespace edge::scid4
