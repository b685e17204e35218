// Made by `make generated`; the table is src/core/error_codes.h.

/** The names of edge_status. */
export type EdgeErrorCode =
    | "INVALID_ARGUMENT"
    | "NOT_FOUND"
    | "EXISTS"
    | "CORRUPT"
    | "UNSUPPORTED"
    | "IO"
    | "CANCELLED"
    | "BUSY"
    | "OUT_OF_MEMORY"
    | "INTERNAL";
