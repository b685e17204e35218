// The answers to queries as text for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "query/answers/group_table.h"
#include "query/answers/partition.h"
#include "query/answers/position_list.h"
#include "wire/query/query_answer.h"

namespace edge::cli {

// "12 of 58 games match (20.7 %)", the canonical query and the files written, one per line.
std::string head_text(const wire::AnswerHead& head);

// A line for each name whose other spellings count as well.
std::string spellings_text(const std::vector<query::NameAliases>& aliases);

std::string positions_line(uint64_t matched);
std::string listed_line(const query::PositionListTotals& totals);
// `openings` has names for ECO codes; null without.
std::string groups_text(const query::GroupTable& table, const Openings* openings);
std::string partition_text(const query::Grouping& by,
                           const std::vector<query::PartitionFile>& parts);

}  // namespace edge::cli
