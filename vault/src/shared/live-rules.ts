import type { Environment } from './read-settings.ts'
import type { SettingReader } from './settings.ts'

/** Amounts, per payment and per hour, above which the outside itself must confirm what the database says arrived. */
export type AskAbove = Readonly<{ paymentMinor: bigint; hourMinor: bigint }>

/** In live mode, no more than this counts without a question to the bank or the node: half a million naira, and five million per hour. */
const MOST_UNASKED: AskAbove = { paymentMinor: 500_000_00n, hourMinor: 5_000_000_00n }

/** Reads both amounts, or neither. */
export function readAskAbove({ fields, whole }: SettingReader): AskAbove | undefined {
  if (fields['ask_above_minor'] === undefined && fields['ask_above_hour_minor'] === undefined)
    return undefined
  return { paymentMinor: whole('ask_above_minor'), hourMinor: whole('ask_above_hour_minor') }
}

export function isAskedAbout(askAbove: AskAbove | undefined, hourMinor: bigint, minor: bigint): boolean {
  return askAbove !== undefined && (minor > askAbove.paymentMinor || hourMinor + minor > askAbove.hourMinor)
}

/** Throws if a live entry of the policy trusts the database with more than a compromised worker may cost, and names each entry. */
export function requireLiveCaps(
  entries: ReadonlyArray<Readonly<{ mode: string; network: string; askAbove: AskAbove | undefined }>>,
): void {
  const { paymentMinor, hourMinor } = MOST_UNASKED
  const wrong = entries.filter(
    ({ mode, askAbove }) =>
      mode === 'live' &&
      (askAbove === undefined || askAbove.paymentMinor > paymentMinor || askAbove.hourMinor > hourMinor),
  )
  if (wrong.length > 0)
    throw new Error(
      `set ask_above_minor (at most ${paymentMinor}) and ask_above_hour_minor (at most ${hourMinor}) of ${wrong
        .map(({ network }) => `live ${network}`)
        .join(', ')} in the policy (see docs/operate/vault-files.md)`,
    )
}

/** Secrets of other processes. Any of them beside the keys or the credentials of the vault would join what must stay apart. */
const FOREIGN =
  /^(DATABASE_URL_[A-Z]+|KEY_PEPPERS|TENANT_TOKEN_KEY|SMTP_URL|CASE_NOTICES_SECRET|[A-Z]+_SECRETS_KEY|[A-Z]+_IDENTITY_KEYS|BANK_[A-Z_]+_(SECRET|SECRET_KEY|API_KEY)(_PREVIOUS)?|PAYER_TOKEN|RATES_[A-Z]+_KEY|CHAIN_[A-Z_]+_MARKER_SECRET)(_FILE)?$/

/**
 * Throws if the policy names anything live and the environment breaks a rule of live mode, and names every setting that does: no secret of
 * another process, and no connection to another machine without TLS.
 */
export function requireLiveRules(
  role: 'SIGNER' | 'PAYER',
  env: Environment,
  policy: ReadonlyArray<Readonly<{ mode: string }>>,
): void {
  if (policy.every(({ mode }) => mode !== 'live')) return
  const names = Object.keys(env).filter((name) => env[name])
  const other = role === 'SIGNER' ? /^PAYER_/ : /^SIGNER_/
  const own = new RegExp(`^DATABASE_URL_${role}(_FILE)?$`)
  const foreign = names.filter((name) => !own.test(name) && (FOREIGN.test(name) || other.test(name)))
  const plain = names.filter((name) => isUrlSetting(role, name) && !isProtected(name, env[name] ?? ''))
  const problems = [
    ...foreign.map((name) => `remove ${name}: it belongs to another process`),
    ...plain.map((name) => `${name} leads to another machine without TLS: use https or ?sslmode=verify-full`),
  ]
  if (problems.length > 0)
    throw new Error(`the policy is live, so (see vault/README.md):\n${problems.join('\n')}`)
}

function isUrlSetting(role: string, name: string): boolean {
  return name === `DATABASE_URL_${role}` || new RegExp(`^${role}_[A-Z_]+_URL$`).test(name)
}

/**
 * Reads a URL as the driver of the database does: a parameter may name the host, a folder is the socket of this machine, and the last of
 * two values counts. The driver uses no TLS because of a scheme.
 */
function isProtected(name: string, value: string): boolean {
  const url = URL.parse(value)
  if (url === null) return false
  const { protocol, hostname, searchParams } = url
  const isDatabase = name.startsWith('DATABASE_URL_')
  const host = (isDatabase && searchParams.getAll('host').at(-1)) || hostname
  if (/^(localhost|127(\.\d+){3}|\[::1\]|\/.*)$/.test(host)) return true
  return isDatabase ? searchParams.getAll('sslmode').at(-1) === 'verify-full' : protocol === 'https:'
}
