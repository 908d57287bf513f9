import { type Environment, isSet } from './setting.ts'

export type ServerProcess = 'api' | 'worker' | 'people'

/** Settings that are secrets, with the processes that may hold them. Owner and migration URLs belong to commands that end. */
const holders: ReadonlyArray<readonly [name: RegExp, holders: readonly ServerProcess[]]> = [
  [/^DATABASE_URL_API$/, ['api']],
  [/^DATABASE_URL_(WORKER|SEALER)$/, ['worker']],
  [/^DATABASE_URL_PEOPLE$/, ['people']],
  [/^DATABASE_URL_/, []],
  [/^SIGNER_TOKEN$/, ['worker']],
  [/^SIGNER_TOKEN_PEOPLE$/, ['people']],
  [/^PAYER_TOKEN$/, ['worker']],
  [/^PAYER_TOKEN_API$/, ['api', 'people']],
  [/^(SIGNER|PAYER)_(TOKEN_WORKER|KEY_FILE|CREDENTIALS_FILE|PKCS11_PIN_FILE)$/, []],
  [/^KEY_PEPPERS$/, ['api', 'people']],
  [/^(TENANT_TOKEN_KEY|TOTP_SECRETS_KEY)$/, ['people']],
  [/^MAIL_SECRETS_KEY$/, ['worker', 'people']],
  [/^(SMTP_URL|CASE_NOTICES_SECRET)$/, ['worker']],
  [/^WEBHOOK_SECRETS_KEY$/, ['api', 'worker']],
  [/^BANK_(LIVE|TEST)_[A-Z]+_(SECRET|SECRET_KEY|API_KEY)(_PREVIOUS)?$/, ['api', 'worker']],
  [/^RATES_[A-Z]+_KEY$/, ['worker']],
]

/** Whether a process may hold a setting. Settings that are no secrets are open to all. */
export function mayHold(process: ServerProcess, name: string): boolean {
  const [, allowed] = holders.find(([pattern]) => pattern.test(name)) ?? []
  return allowed === undefined || allowed.includes(process)
}

/**
 * Throws if a live bank or network is configured and the environment breaks a rule of live mode, and names every setting that does. A
 * process must not hold the secret of another, so that an attacker who controls it gets its rights only. What it sends to another machine
 * must be encrypted, and the engine must sign its requests.
 */
export function requireLiveRules(process: ServerProcess, env: Environment): void {
  if (!isLive(env)) return
  const names = Object.keys(env).filter((name) => isSet(env, name))
  const foreign = names.filter((name) => !mayHold(process, name))
  const plain = names.filter((name) => isUrlSetting(name) && !isProtected(env[name] ?? ''))
  const problems = [
    ...foreign.map((name) => `remove ${name}: the ${process} process must not hold it`),
    ...plain.map((name) => `${name} leads to another machine without TLS: use ${protectedForm(name)}`),
    ...(process === 'worker' && !isSet(env, 'RESTATE_IDENTITY_KEYS')
      ? ['set RESTATE_IDENTITY_KEYS to the public key with which Restate signs its requests']
      : []),
  ]
  if (problems.length === 0) return
  throw new Error(
    `a live bank or network is configured, so (see docs/operate/settings.md#live-mode):\n${problems.join('\n')}`,
  )
}

function isLive(env: Environment): boolean {
  return Object.keys(env).some((name) => /^(BANK|CHAIN)_LIVE_[A-Z_]+_URL$/.test(name) && isSet(env, name))
}

/** Public URLs are for others to call, and this process does not connect to them. */
function isUrlSetting(name: string): boolean {
  return /(^DATABASE_URL_[A-Z]+|_URL)$/.test(name) && !name.endsWith('_PUBLIC_URL')
}

function isProtected(value: string): boolean {
  if (!URL.canParse(value)) return true
  const { protocol, hostname, searchParams } = new URL(value)
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return true
  if (protocol.startsWith('postgres')) return searchParams.get('sslmode') === 'verify-full'
  // The mailer upgrades smtp to TLS before it sends anything.
  return ['https:', 'wss:', 'smtps:', 'smtp:'].includes(protocol)
}

function protectedForm(name: string): string {
  return name.startsWith('DATABASE_URL_') ? '?sslmode=verify-full' : 'https'
}
