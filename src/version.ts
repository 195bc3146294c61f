// The version of package.json, put in by the build so that no start has to read a file for it.

declare const SCRIBE_VERSION: string | undefined

/** `0.0.0-source` where the sources run unbuilt. */
export const VERSION = typeof SCRIBE_VERSION === 'string' ? SCRIBE_VERSION : '0.0.0-source'
