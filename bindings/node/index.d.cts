// The types for programs that use require().
import type * as Edge from "./index.js" with {"resolution-mode": "import"};

export type * from "./index.js" with {"resolution-mode": "import"};
export declare const open: typeof Edge.open;
export declare const index: typeof Edge.index;
export declare const add: typeof Edge.add;
export declare const compact: typeof Edge.compact;
export declare const convert: typeof Edge.convert;
export declare const merge: typeof Edge.merge;
export declare const EdgeError: typeof Edge.EdgeError;
export type EdgeError = Edge.EdgeError;
