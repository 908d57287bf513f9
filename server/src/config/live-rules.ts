import type { Environment, ServerProcess } from './setting.ts'
import { secretOfFile, settingNamed } from './settings.ts'

/** Secrets that no process of the server reads: those of the vault, and every other role of the database. */
const OF_NO_SERVER =
  /^(DATABASE_URL_[A-Z]+|(SIGNER|PAYER)_(TOKEN_WORKER|KEY_FILE|BANKS_FILE|JOURNAL_KEYS|CREDENTIALS_FILE|PKCS11_PIN_FILE))(_FILE)?$/

/** Whether a process may hold a setting. Settings that are no secrets are open to all. */
export function mayHold(process: ServerProcess, name: string): boolean {
  const row = settingNamed(secretOfFile(name) ?? name)
  if (row === undefined) return !OF_NO_SERVER.test(name)
  return row.isSecret !== true || row.readBy[process] !== undefined
}

export function isLive(env: Environment): boolean {
  return Object.keys(env).some((name) => /^(BANK|CHAIN)_LIVE_[A-Z_]+_URL$/.test(name) && Boolean(env[name]))
}

/**
 * Returns every setting that breaks a rule of live mode, if a live bank or network is configured. A process must not hold the secret of
 * another, so that an attacker who controls it gets its rights only. What it sends to another machine must be encrypted.
 */
export function findLiveProblems(process: ServerProcess, env: Environment): readonly string[] {
  if (!isLive(env)) return []
  const names = Object.keys(env).filter((name) => Boolean(env[name]))
  const foreign = names.filter((name) => !mayHold(process, name))
  const plain = names.filter((name) => {
    const row = settingNamed(name)
    return row?.form.isConnection && row.readBy[process] !== undefined && !isProtected(name, env[name] ?? '')
  })
  return [
    ...foreign.map((name) => `remove ${name}: the ${process} process must not hold it in live mode`),
    ...plain.map((name) => `${name} leads to another machine without TLS: use ${protectedForm(name)}`),
  ]
}

/**
 * Reads the URL of a database as its driver does: a parameter may name the host, a folder is the socket of this machine, and the last of
 * two values counts. The driver uses no TLS because of a scheme. The form of the setting refuses what is no URL.
 */
function isProtected(name: string, value: string): boolean {
  const url = URL.parse(value)
  if (url === null) return true
  const { protocol, hostname, searchParams } = url
  const isDatabase = isDatabaseUrl(name)
  const host = (isDatabase && searchParams.getAll('host').at(-1)) || hostname
  if (/^(localhost|127(\.\d+){3}|\[::1\]|\/.*)$/.test(host)) return true
  if (isDatabase) return searchParams.getAll('sslmode').at(-1) === 'verify-full'
  // The mailer upgrades smtp to TLS before it sends anything.
  return ['https:', 'wss:', 'smtps:', 'smtp:'].includes(protocol)
}

function isDatabaseUrl(name: string): boolean {
  return name.startsWith('DATABASE_URL_')
}

function protectedForm(name: string): string {
  return isDatabaseUrl(name) ? '?sslmode=verify-full' : 'https'
}
