// How many chunks of a file are under way at the same time, on every command that uploads.

/** Unless --parallel says otherwise. */
export const PARALLEL_DEFAULT = 4
export const PARALLEL_MAX = 16
