#include "table/record_batches.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "query/scan/blocks.h"

namespace edge::table {
namespace {

class GameSource : public RecordBatchSource {
public:
    GameSource(std::unique_ptr<RecordBatchBuilder> builder, query::Query query, RowKind kind,
               uint32_t batch_rows, query::RunOptions run)
        : builder_(std::move(builder)),
          query_(std::move(query)),
          planner_(query_, kind, batch_rows),
          run_(std::move(run)) {}

    std::vector<Field> fields() const override { return builder_->fields(); }

    Result<std::vector<OwnedArray>> next() override {
        const auto plans = EDGE_TRY(planner_.next(record_batches_at_once(run_), run_));
        std::vector<OwnedArray> batches(plans.size());
        query::RunOptions run = run_;
        if (run_.on_progress) {
            run.on_progress = [this](uint64_t) { return run_.on_progress(planner_.games_done()); };
        }
        EDGE_CHECK(query::run_blocks(
            plans.size(), run, [](size_t) { return 0; },
            [&](unsigned, size_t number) -> Status {
                batches[number] = EDGE_TRY(builder_->build(plans[number]));
                return {};
            }));
        return batches;
    }

private:
    std::unique_ptr<RecordBatchBuilder> builder_;
    query::Query query_;
    RowPlanner planner_;  // refers to query_
    query::RunOptions run_;
};

}  // namespace

std::unique_ptr<RecordBatchSource> make_game_source(std::unique_ptr<RecordBatchBuilder> builder,
                                                    query::Query query, RowKind kind,
                                                    uint32_t batch_rows, query::RunOptions run) {
    return std::make_unique<GameSource>(std::move(builder), std::move(query), kind, batch_rows,
                                        std::move(run));
}

size_t record_batches_at_once(const query::RunOptions& run) {
    constexpr size_t kMany = 16;
    const size_t threads = std::max(1U, run.threads);
    return std::max(threads, std::min(4 * threads, kMany));
}

Result<OwnedArray> finish_record_batch(std::vector<ArrayBuilder> columns,
                                       const std::vector<Field>& fields, uint64_t rows) {
    std::vector<OwnedArray> arrays;
    arrays.reserve(columns.size());
    for (size_t i = 0; i < columns.size(); ++i) {
        auto array = columns[i].finish();
        if (!array) {
            return fail(array.error().code,
                        fmt::format("column '{}': {}", fields[i].name, array.error().message));
        }
        arrays.push_back(*std::move(array));
    }
    return make_record_batch(std::move(arrays), static_cast<int64_t>(rows));
}

std::vector<ArrayBuilder> make_builders(const std::vector<Field>& fields, uint64_t rows) {
    std::vector<ArrayBuilder> builders;
    builders.reserve(fields.size());
    for (const Field& field : fields) builders.emplace_back(field.type).reserve(rows);
    return builders;
}

}  // namespace edge::table
