import type { Environment } from './settings.ts'

/** Secrets of other processes. Any of them beside the keys or the credentials of the vault would join what must stay apart. */
const FOREIGN =
  /^(DATABASE_URL_[A-Z]+|KEY_PEPPERS|TENANT_TOKEN_KEY|SMTP_URL|CASE_NOTICES_SECRET|[A-Z]+_SECRETS_KEY|BANK_[A-Z_]+_(SECRET|SECRET_KEY|API_KEY)(_PREVIOUS)?|PAYER_TOKEN)$/

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
  const foreign = names.filter(
    (name) => name !== `DATABASE_URL_${role}` && (FOREIGN.test(name) || other.test(name)),
  )
  const plain = names.filter((name) => isUrlSetting(role, name) && !isProtected(env[name] ?? ''))
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

function isProtected(value: string): boolean {
  if (!URL.canParse(value)) return true
  const { protocol, hostname, searchParams } = new URL(value)
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return true
  return protocol.startsWith('postgres')
    ? searchParams.get('sslmode') === 'verify-full'
    : protocol === 'https:'
}
