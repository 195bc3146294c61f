// The part of @npmcli/config that scribe uses; the package carries no types of its own.
declare module '@npmcli/config' {
  interface Options {
    npmPath: string
    definitions: object
    shorthands: object
    flatten: (values: object, into?: object) => object
    nerfDarts: string[]
    argv: string[]
    env: NodeJS.ProcessEnv
    /** False: warnings are kept instead of logged. */
    warn: boolean
  }
  class Config {
    constructor(options: Options)
    load(): Promise<void>
    /** All settings in the shape that npm's libraries take. */
    readonly flat: Record<string, unknown>
  }
  export = Config
}

declare module '@npmcli/config/lib/definitions/index.js' {
  const npm: {
    definitions: object
    shorthands: object
    flatten: (values: object, into?: object) => object
    nerfDarts: string[]
  }
  export = npm
}
