// Why a model could not be pulled, told in a sentence that says what happened and what to do.
// The low-level error (npm's, Node's) stays in `cause` for logs.

export type PullFailure =
  | 'unknown_model'
  | 'checksum'
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

interface Facts {
  /** The command that tries again. */
  command: string
  /** Host of the registry; the rest of its URL may hold a password. */
  registry: string
  /** The npm package, name@version. */
  source: string
  folder: string
  detail: string
}

interface Reason {
  failure: PullFailure
  /** Error codes of npm and Node. */
  codes: RegExp
  sentence(facts: Facts): string
}

const REASONS: Reason[] = [
  {
    failure: 'checksum',
    codes: /^(EINTEGRITY|EMODELFILE|Z_\w+|TAR_\w+)$/,
    sentence: ({ command, source }) =>
      `what the npm registry sent for ${source} is damaged or not the genuine file; nothing was kept. ` +
      `Run \`${command}\` again; if it stays so, a proxy or mirror changes the download.`,
  },
  {
    failure: 'not_allowed',
    codes: /^(E401|E403|EOTP)$/,
    sentence: ({ registry, source }) =>
      `the npm registry (${registry}) refused ${source}. ` +
      'Log in with `npm login`, or ask for that package to be allowed.',
  },
  {
    failure: 'not_found',
    codes: /^(E404|ETARGET|ENOVERSIONS)$/,
    sentence: ({ registry, source }) =>
      `the npm registry (${registry}) does not have ${source}. ` +
      "Check npm's registry setting; a private mirror may have to be told about the package.",
  },
  {
    failure: 'disk',
    codes: /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|ENOTDIR|EEXIST)$/,
    sentence: ({ folder, detail }) =>
      `it could not be written below ${folder} (${detail}). ` +
      'Make room there or make it writable, or set SCRIBE_CACHE_DIR to another folder.',
  },
  {
    failure: 'certificate',
    codes: /CERT|SIGNATURE|ERR_TLS|ERR_SSL|^EPROTO$/,
    sentence: ({ registry, detail }) =>
      `the npm registry (${registry}) showed a certificate that is not trusted (${detail}). ` +
      "Set npm's cafile, or NODE_EXTRA_CA_CERTS, to your network's certificate authority.",
  },
  {
    failure: 'offline',
    codes: /^(EOFFLINE|ENOTFOUND|EAI_|ECONN|ENET|EHOST|EPIPE|ERR_SOCKET|E\w*TIMEOUT|ETIMEDOUT)/,
    sentence: ({ command, registry, detail }) =>
      `could not reach the npm registry at ${registry} (${detail}). ` +
      `Run \`${command}\` when online; npm's registry and proxy settings are honoured.`,
  },
  {
    failure: 'registry',
    codes: /./,
    sentence: ({ command, registry, source, detail }) =>
      `the npm registry (${registry}) could not deliver ${source} (${detail}). ` +
      `Run \`${command}\` again later.`,
  },
]

/**
 * Turns whatever broke a pull into a ModelPullError.
 *
 * @param registry URL of the registry that was asked
 * @param folder where the model was to be kept
 */
export function toPullError(
  error: unknown,
  model: { name: string; source: { package: string; version: string } },
  registry: string,
  folder: string,
): ModelPullError {
  if (error instanceof ModelPullError) return error
  const code = codeOf(error)
  const reason = REASONS.find(({ codes }) => codes.test(code)) ?? REASONS[REASONS.length - 1]
  const facts: Facts = {
    command: `scribe models pull ${model.name}`,
    registry: URL.canParse(registry) ? new URL(registry).host : 'registry setting is not a URL',
    source: `${model.source.package}@${model.source.version}`,
    folder,
    detail: shortened(error instanceof Error ? error.message : String(error)),
  }
  const message = `Model ${model.name}: ${reason?.sentence(facts)}`
  return new ModelPullError(reason?.failure ?? 'registry', message, { cause: error })
}

/** Leaves out the request's URL, which is long and may hold a name and password. */
function shortened(message: string): string {
  return message.replace(/^request to .* failed, reason: /, '').replace(/\/\/[^/@\s]+@/g, '//')
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'unknown'
}
