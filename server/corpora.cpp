#include "corpora.h"

#include <sys/stat.h>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/lost_pages.h"
#include "core/mapped_file.h"

namespace edge::server {
namespace {

namespace fs = std::filesystem;

std::optional<FileIdentity> file_identity(const std::filesystem::path& path) {
    struct stat found{};
    if (::stat(path.c_str(), &found) != 0) return std::nullopt;
    constexpr int64_t kNanoseconds = 1'000'000'000;
    return FileIdentity{found.st_dev, found.st_ino, static_cast<uint64_t>(found.st_size),
                        found.st_mtim.tv_sec * kNanoseconds + found.st_mtim.tv_nsec};
}

std::optional<CorpusIdentity> identity_of(const std::filesystem::path& corpus) {
    const auto meta = file_identity(corpus / "meta");
    if (!meta) return std::nullopt;
    return CorpusIdentity{
        *meta, file_identity(corpus / "tree.games").value_or(FileIdentity{}),
        file_identity(corpus / edge::corpus::kPlayersFile).value_or(FileIdentity{}),
        file_identity(corpus / "shards" / "0.moves").value_or(FileIdentity{}), lost_page_count()};
}

// A link inside a corpus may lead anywhere. Hidden files are not read, and stored answers are
// checked when they are requested.
Status check_links(const Root& root, const fs::path& corpus) {
    for (const fs::path& folder : {corpus, corpus / "shards"}) {
        std::error_code error;
        for (fs::directory_iterator entry(root.path() / folder, error), end; !error && entry != end;
             entry.increment(error)) {
            const fs::path name = entry->path().filename();
            std::error_code ignored;
            if (name.native().starts_with('.') || !entry->is_symlink(ignored)) continue;
            const auto found = root.existing((folder / name).native());
            if (!found && found.error().code == ErrorCode::InvalidArgument) {
                return tl::unexpected(found.error());
            }
        }
    }
    return {};
}

}  // namespace

bool is_current(const OpenCorpus& corpus, const fs::path& root) {
    return identity_of(root / corpus.name) == corpus.identity;
}

namespace {

// The file of the first shard is in use, so that no other file can have got its number.
bool has_grown(const OpenCorpus& corpus, const corpus::Meta& now, const CorpusIdentity& identity) {
    const CorpusIdentity& before = corpus.identity;
    return before.first_shard != FileIdentity{} && before.first_shard == identity.first_shard &&
           before.players == identity.players && before.lost_pages == identity.lost_pages &&
           corpus.corpus.game_count() <= now.total_games;
}

}  // namespace

bool is_same_or_grown(const OpenCorpus& corpus, const OpenCorpus& now) {
    if (corpus.name != now.name) return false;
    return corpus.identity == now.identity || has_grown(corpus, now.corpus.meta(), now.identity);
}

bool is_same_or_grown(const OpenCorpus& corpus, const fs::path& root) {
    const fs::path path = root / corpus.name;
    const auto identity = identity_of(path);
    if (!identity) return false;
    if (corpus.identity == *identity) return true;
    const auto file = MappedFile::open(path / "meta");
    if (!file) return false;
    const auto meta = corpus::parse_meta(file->text(), corpus.name);
    return meta && has_grown(corpus, *meta, *identity);
}

// A name that passed the checks is not checked again while it leads to the very same file, which is
// below the root. A link that now points elsewhere leads to another file.
std::shared_ptr<const OpenCorpus> Corpora::find_open(const std::string& name) {
    const auto asked = identity_of(root_.path() / name);
    return asked ? find(name, *asked) : nullptr;
}

Result<std::shared_ptr<const OpenCorpus>> Corpora::open(const std::string& name) {
    if (auto known = find_open(name)) return known;
    forget(name);
    std::string path = EDGE_TRY(root_.existing(name));
    const auto identity = identity_of(root_.path() / path);
    if (!identity) {
        return fail(ErrorCode::NotFound, fmt::format("{}: no corpus of that name", name));
    }
    EDGE_CHECK(check_links(root_, path));
    auto corpus = EDGE_TRY(corpus::Corpus::open(path));
    auto opened = std::make_shared<const OpenCorpus>(
        OpenCorpus{std::move(corpus), std::move(path), *identity});
    keep(name, opened);
    return opened;
}

std::shared_ptr<const OpenCorpus> Corpora::find(const std::string& name,
                                                const CorpusIdentity& identity) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(entries_, name, &Entry::asked);
    if (found == entries_.end() || found->corpus->identity != identity) return nullptr;
    entries_.splice(entries_.begin(), entries_, found);
    return found->corpus;
}

void Corpora::forget(const std::string& name) {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [&name](const Entry& entry) { return entry.asked == name; });
}

void Corpora::forget_gone() {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_,
                  [this](const Entry& entry) { return !is_current(*entry.corpus, root_.path()); });
}

void Corpora::keep(const std::string& name, std::shared_ptr<const OpenCorpus> corpus) {
    const std::lock_guard lock(mutex_);
    // Another thread may have opened it at the same time.
    std::erase_if(entries_, [&name](const Entry& entry) { return entry.asked == name; });
    entries_.push_front({name, std::move(corpus)});
    if (entries_.size() > limit_) entries_.pop_back();
}

size_t Corpora::open_count() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
}

}  // namespace edge::server
