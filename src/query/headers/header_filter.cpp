#include "query/headers/header_filter.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <memory>

#include <fmt/format.h>

#include "core/overloaded.h"
#include "corpus/bitmap_layout.h"
#include "corpus/cols.h"
#include "corpus/tag_text.h"
#include "query/headers/flag_bits.h"
#include "query/headers/header_rules.h"
#include "query/headers/tag_reader.h"
#include "query/headers/time_class.h"

namespace edge::query {

namespace {

// A bit for each of `games` games. The inner loop is plain so that it becomes vector code.
template <class Test>
void fill_words(std::span<uint64_t> words, uint32_t games, Test test) {
    Flags flags{};
    for (uint32_t begin = 0; begin < games; begin += 64) {
        const uint32_t count = std::min(games - begin, 64U);
        if (count == 64) {
            for (uint32_t i = 0; i < 64; ++i) flags[i] = static_cast<uint8_t>(test(begin + i));
        } else {
            flags.fill(0);
            for (uint32_t i = 0; i < count; ++i) flags[i] = static_cast<uint8_t>(test(begin + i));
        }
        words[begin / 64] = flag_bits(flags);
    }
}

}  // namespace

// ---- context

namespace {

// The games of a set in a query, which whoever prepares the query has read.
Result<std::shared_ptr<const Bitmap>> games_of(const BitmapRef& ref, const corpus::Corpus& corpus,
                                               const BitmapLayout& layout) {
    assert(ref.games != nullptr);
    if (const auto difference = first_difference(ref.games->layout(), layout)) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("the set of games and the corpus {} differ in {}", corpus.path(),
                                *difference));
    }
    return ref.games;
}

}  // namespace

Result<HeaderContext> HeaderContext::prepare(const corpus::Corpus& corpus,
                                             std::span<const HeaderLeaf> headers) {
    HeaderContext context;
    context.corpus_ = &corpus;
    context.headers_ = headers;
    context.names_ = std::make_unique<ShardNames[]>(corpus.shard_count());
    const BitmapLayout layout = corpus::bitmap_layout(corpus);
    for (const HeaderLeaf& header : headers) {
        auto& bitmap = context.bitmaps_.emplace_back();
        if (const auto* test = std::get_if<HeaderTest>(&header.test)) {
            if (const auto* tag = std::get_if<TagTest>(test)) {
                EDGE_CHECK(check_tag_is_kept(corpus, tag->name));
            }
            continue;
        }
        bitmap = EDGE_TRY(games_of(std::get<BitmapRef>(header.test), corpus, layout));
    }
    return context;
}

Result<std::span<const uint64_t>> HeaderContext::names(uint32_t shard_number, size_t header) const {
    ShardNames& names = names_[shard_number];
    const std::lock_guard lock(names.mutex);
    if (const auto found = names.sets.find(header); found != names.sets.end()) {
        return std::span<const uint64_t>(found->second);
    }
    const auto& test = std::get<NameTest>(std::get<HeaderTest>(headers_[header].test));
    const std::string wanted = wanted_text(test.match, test.text);
    const corpus::Shard& shard = corpus_->shard(shard_number);
    std::vector<uint64_t> set((size_t{shard.name_count()} + 63) / 64);
    for (uint32_t name = 0; name < shard.name_count(); ++name) {
        if (name_holds(EDGE_TRY(shard.name(name)), test, wanted)) {
            set[name / 64] |= uint64_t{1} << (name % 64);
        }
    }
    return std::span<const uint64_t>(names.sets.emplace(header, std::move(set)).first->second);
}

Result<std::vector<NameTest>> HeaderContext::tests_of_nobody() const {
    std::vector<NameTest> tests;
    for (size_t header = 0; header < headers_.size(); ++header) {
        const auto* test = std::get_if<HeaderTest>(&headers_[header].test);
        const auto* name = test == nullptr ? nullptr : std::get_if<NameTest>(test);
        if (name == nullptr) continue;
        bool is_somebody = false;
        for (uint32_t shard = 0; shard < corpus_->shard_count() && !is_somebody; ++shard) {
            const std::span<const uint64_t> set = EDGE_TRY(names(shard, header));
            is_somebody = std::ranges::any_of(set, [](uint64_t word) { return word != 0; });
        }
        if (!is_somebody) tests.push_back(*name);
    }
    return tests;
}

// ---- blocks

// The columns of a block: parts of N.cols, or copies of what the records say.
struct HeaderReader::Columns {
    HeaderColumns view;
    std::array<uint32_t, kBlockGames> packed1, date, plies, white_name, black_name;
    std::array<uint16_t, kBlockGames> white_elo, black_elo, eco;
    std::array<uint8_t, kBlockGames> result;
};

HeaderReader::HeaderReader(const Program& program, const HeaderContext& context)
    : program_(program),
      context_(context),
      columns_(std::make_unique<Columns>()),
      words_(program.headers.size()),
      scratch_(program.nodes.size()),
      values_(program.headers.size()) {
    for (size_t i = 0; i < program.headers.size(); ++i) has_tags_ |= is_tag(i);
}
HeaderReader::~HeaderReader() = default;
HeaderReader::HeaderReader(HeaderReader&&) noexcept = default;

Status HeaderReader::read(const Block& block) {
    EDGE_CHECK(read_columns(block));
    EDGE_CHECK(test_headers(block));
    decide(block, !has_tags_);
    if (!has_tags_) return {};
    if (verdicts().surely == verdicts().maybe) return {};
    EDGE_CHECK(test_tags(block));
    decide(block, true);
    return {};
}

std::span<const Truth> HeaderReader::values_of(uint32_t game) {
    for (size_t i = 0; i < words_.size(); ++i) {
        const bool value = (words_[i][game / 64] >> (game % 64) & 1) != 0;
        values_[i] = Truth::known(value);
    }
    return values_;
}

Status HeaderReader::read_columns(const Block& block) {
    if (program_.headers.empty()) return {};
    const corpus::Shard& shard = context_.corpus().shard(block.shard);
    HeaderColumns& view = columns_->view;
    if (const HeaderColumns* all = shard.columns()) {
        const auto part = [&block](auto column) {
            return column.subspan(block.first, block.games);
        };
        view = {part(all->packed1),    part(all->white_elo),  part(all->black_elo),
                part(all->eco),        part(all->date),       part(all->plies),
                part(all->white_name), part(all->black_name), part(all->result)};
        return {};
    }
    Columns& c = *columns_;
    for (uint32_t i = 0; i < block.games; ++i) {
        const corpus::GameView game = EDGE_TRY(shard.game(block.first + i));
        const corpus::GameHeader header = game.header();
        c.packed1[i] = corpus::packed1_of(header);
        c.white_elo[i] = header.white_elo;
        c.black_elo[i] = header.black_elo;
        c.eco[i] = header.eco;
        c.date[i] = corpus::pack_date(header.date);
        c.plies[i] = header.plies;
        c.white_name[i] = header.white_name;
        c.black_name[i] = header.black_name;
        c.result[i] = static_cast<uint8_t>(header.result);
    }
    const auto part = [&block](const auto& array) { return std::span(array).first(block.games); };
    view = {part(c.packed1), part(c.white_elo),  part(c.black_elo),  part(c.eco),   part(c.date),
            part(c.plies),   part(c.white_name), part(c.black_name), part(c.result)};
    return {};
}

namespace {

using WordSpan = std::span<uint64_t>;

// Comparisons with each wanted result, so that sixteen bytes are tested at once.
void test_results(const ResultTest& test, const HeaderColumns& c, uint32_t games, WordSpan words) {
    if (std::has_single_bit(test.results)) {
        const auto only = static_cast<uint8_t>(std::countr_zero(test.results));
        fill_words(words, games,
                   [result = c.result, only](uint32_t i) { return result[i] == only; });
        return;
    }
    std::array<uint8_t, 4> wanted{};
    for (unsigned r = 0; r < wanted.size(); ++r) {
        wanted[r] = static_cast<uint8_t>((test.results >> r & 1U) != 0 ? r : 0xFF);
    }
    fill_words(words, games, [&c, wanted](uint32_t i) {
        const uint8_t r = c.result[i];
        return r == wanted[0] || r == wanted[1] || r == wanted[2] || r == wanted[3];
    });
}

// The columns are captured one by one and by value, so that the loops become vector code.
void test_number(const NumberTest& test, const HeaderColumns& c, uint32_t games, WordSpan words) {
    const Interval interval = interval_of(test.relation, test.value);
    const auto known_and_holds = [interval](int32_t value) {
        return static_cast<int>(value != 0) & static_cast<int>(interval.holds(value));
    };
    const auto fill_elo = [&](std::span<const uint16_t> elo) {
        fill_words(words, games,
                   [elo, known_and_holds](uint32_t i) { return known_and_holds(elo[i]); });
    };
    switch (test.field) {
        case NumberField::Year:
            return fill_words(words, games, [date = c.date, known_and_holds](uint32_t i) {
                return known_and_holds(static_cast<int32_t>(date[i] & 0xFFF));
            });
        case NumberField::Elo:
            return fill_words(
                words, games,
                [white = c.white_elo, black = c.black_elo, known_and_holds](uint32_t i) -> int {
                    return known_and_holds(white[i]) & known_and_holds(black[i]);
                });
        case NumberField::WhiteElo:
            return fill_elo(c.white_elo);
        case NumberField::BlackElo:
            return fill_elo(c.black_elo);
        case NumberField::EloDiff:
            return fill_words(words, games, [&](uint32_t i) {
                return c.white_elo[i] != 0 && c.black_elo[i] != 0 &&
                       interval.holds(c.white_elo[i] - c.black_elo[i]);
            });
        case NumberField::BaseSeconds:
        case NumberField::Increment:
            return fill_words(words, games, [&](uint32_t i) {
                const corpus::TimeControl tc = unpack_time_control(c.packed1[i]);
                return tc.known() && !tc.correspondence &&
                       interval.holds(test.field == NumberField::Increment ? tc.increment
                                                                           : tc.base_seconds);
            });
        case NumberField::Plies:
            return fill_words(words, games, [plies = c.plies, interval](uint32_t i) {
                return interval.holds(static_cast<int32_t>(plies[i]));
            });
    }
}

void test_eco(const EcoTest& test, const HeaderColumns& c, uint32_t games, WordSpan words) {
    std::array<uint64_t, kBlockWords> some{};
    std::ranges::fill(words, 0);
    for (const auto& range : test.ranges) {
        fill_words(some, games,
                   [eco = c.eco, low = range.first, high = range.second](uint32_t i) -> int {
                       return static_cast<int>(eco[i] >= low) & static_cast<int>(eco[i] <= high);
                   });
        for (size_t w = 0; w < words.size(); ++w) words[w] |= some[w];
    }
    if (!test.negated) return;
    fill_words(some, games, [eco = c.eco](uint32_t i) { return eco[i] != corpus::kUnknownEco; });
    for (size_t w = 0; w < words.size(); ++w) words[w] = some[w] & ~words[w];
}

}  // namespace

Status HeaderReader::test_headers(const Block& block) {
    const HeaderColumns& c = columns_->view;
    const uint32_t games = block.games;
    for (size_t number = 0; number < words_.size(); ++number) {
        const WordSpan words = words_[number];
        const auto bit_of = [](unsigned set, unsigned value) { return (set >> value & 1U) != 0; };
        const auto* test = std::get_if<HeaderTest>(&program_.headers[number].test);
        if (test == nullptr) {
            const auto bits = context_.bitmap(number).words_of(block.shard);
            const auto part = bits.subspan(block.first / 64, (block.games + 63) / 64);
            std::ranges::copy(part, words.begin());
            continue;
        }
        Status status;
        std::visit(Overloaded{
                       [&](const ResultTest& t) { test_results(t, c, games, words); },
                       [&](const EcoTest& t) { test_eco(t, c, games, words); },
                       [&](const NumberTest& t) { test_number(t, c, games, words); },
                       [&](const DateTest& t) {
                           fill_words(words, games, [&](uint32_t i) {
                               return date_holds(corpus::unpack_date(c.date[i]), t.relation,
                                                 t.value);
                           });
                       },
                       [&](const TimeClassTest& t) {
                           fill_words(words, games, [&](uint32_t i) {
                               const auto tc = unpack_time_control(c.packed1[i]);
                               return bit_of(t.classes, static_cast<unsigned>(time_class_of(tc)));
                           });
                       },
                       [&](const SpeedTest& t) {
                           fill_words(words, games, [&](uint32_t i) {
                               const auto tc = unpack_time_control(c.packed1[i]);
                               return bit_of(t.speeds, static_cast<unsigned>(speed_of(tc)));
                           });
                       },
                       [&](const TerminationTest& t) {
                           fill_words(words, games, [&](uint32_t i) {
                               return bit_of(t.terminations, c.packed1[i] >> 3 & 7);
                           });
                       },
                       [&](const NameTest& t) { status = test_names(t, number, block); },
                       // Read later, and only where it matters.
                       [&](const TagTest&) { std::ranges::fill(words, 0); },
                   },
                   *test);
        EDGE_CHECK(std::move(status));
    }
    return {};
}

Status HeaderReader::test_names(const NameTest& test, size_t header, const Block& block) {
    const std::span<const uint64_t> names = EDGE_TRY(context_.names(block.shard, header));
    const HeaderColumns& c = columns_->view;
    const auto fits = [names](uint32_t name) {
        return size_t{name} / 64 < names.size() && (names[name / 64] >> (name % 64) & 1) != 0;
    };
    fill_words(words_[header], block.games, [&](uint32_t i) {
        return (test.player != Player::Black && fits(c.white_name[i])) ||
               (test.player != Player::White && fits(c.black_name[i]));
    });
    return {};
}

Status HeaderReader::test_tags(const Block& block) {
    const corpus::Shard& shard = context_.corpus().shard(block.shard);
    if (extra_shard_ != block.shard) {
        extra_ = EDGE_TRY(shard.open_extra());
        extra_shard_ = block.shard;
    }
    struct Wanted {
        const TagTest* test;
        WordSpan words;
        std::string text;
        std::string_view header_name;
    };
    std::vector<Wanted> wanted;
    for (size_t number = 0; number < words_.size(); ++number) {
        if (!is_tag(number)) continue;
        const auto* test =
            std::get_if<TagTest>(std::get_if<HeaderTest>(&program_.headers[number].test));
        words_[number].fill(0);
        wanted.push_back({test, words_[number], wanted_text(test->match, test->text),
                          header_tag_name(test->name)});
    }
    for (uint32_t i = 0; i < block.games; ++i) {
        if ((verdicts().undecided(i / 64) >> (i % 64) & 1) == 0) continue;
        const corpus::GameView view = EDGE_TRY(shard.game(block.first + i));
        const corpus::GameHeader header = view.header();
        const std::string_view white = EDGE_TRY(shard.name(header.white_name));
        const std::string_view black = EDGE_TRY(shard.name(header.black_name));
        std::vector<corpus::ExtraTag> tags;
        if (extra_) tags = EDGE_TRY(extra_->tags(block.first + i));
        for (const Wanted& want : wanted) {
            const auto holds = [&](const std::string& text) {
                return text_holds(text, want.test->match, want.text);
            };
            bool found = false;
            if (!extra_ && !want.header_name.empty()) {
                found = holds(corpus::canonical_tag_text(header, want.header_name, white, black));
            }
            for (const corpus::ExtraTag& tag : tags) {
                if (found || !same_tag_name(tag.name, want.test->name)) continue;
                found =
                    holds(tag.text ? *tag.text
                                   : corpus::canonical_tag_text(header, tag.name, white, black));
            }
            if (found) want.words[i / 64] |= uint64_t{1} << (i % 64);
        }
    }
    return {};
}

bool HeaderReader::is_tag(size_t header) const {
    const auto* test = std::get_if<HeaderTest>(&program_.headers[header].test);
    return test != nullptr && std::holds_alternative<TagTest>(*test);
}

void HeaderReader::decide(const Block& block, bool tags_known) {
    const auto header = [&](uint32_t number) {
        return !tags_known && is_tag(number) ? Verdicts::unknown()
                                             : Verdicts::known(words_[number]);
    };
    const auto leaf = [](uint32_t) { return Verdicts::unknown(); };
    evaluate(std::span(program_.nodes), std::span(scratch_), header, leaf);
    Verdicts& verdicts = scratch_.back();
    for (uint32_t w = block.games / 64; w < kBlockWords; ++w) {
        const uint64_t present = w == block.games / 64 ? (uint64_t{1} << block.games % 64) - 1 : 0;
        verdicts.surely[w] &= present;
        verdicts.maybe[w] &= present;
    }
}

}  // namespace edge::query
