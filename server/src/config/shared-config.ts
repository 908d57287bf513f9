import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Mode } from '../kernel/mode.ts'
import type { RelyingParty } from '../records/decisions/sign-decision.ts'
import {
  type Environment,
  isSet,
  readBaseUrl,
  readMatching,
  readNetworks,
  readSecondsMs,
  readText,
  readUrl,
  refuseSetting,
} from './setting.ts'

// Settings that more than one process reads.

export type KeyConfig = Readonly<{ cell: string; peppers: ReadonlyMap<number, Buffer> }>
/** A process of the vault, and the token that identifies us to it. */
export type VaultConfig = Readonly<{ url: string; token: string }>
/** Settings of webhooks. */
export type WebhooksConfig = Readonly<{
  /** Encrypts the endpoints' secrets. */
  secretsKey: Buffer
  /** Allows test endpoints on this machine, for a local stack. */
  allowLoopback: boolean
}>
/** By mode. A vendor without a URL is not queried, and its notifications are not accepted. */
export type BanksConfig = Readonly<Record<Mode, BankVendorsConfig>>
export type BankVendorsConfig = Readonly<{
  monnify:
    | (BankVendorConfig &
        Readonly<{
          apiKey: string
          accountReferences: Readonly<Record<string, string>>
          /** Set if `pool` is set. */
          contractCode: string | undefined
        }>)
    | undefined
  providus: (BankVendorConfig & Readonly<{ clientId: string }>) | undefined
  paystack: BankVendorConfig | undefined
  kora: (BankVendorConfig & Readonly<{ accounts: readonly [string, ...string[]] }>) | undefined
}>
type BankVendorConfig = Readonly<{
  url: string
  /** The current secret first, then the previous one for as long as the vendor may still use it. */
  secrets: readonly [current: string, previous?: string]
  /** Our account on which payments to numbers for one payment arrive. Without it, the vendor gives us no numbers. */
  pool: string | undefined
  /** Networks that may send notifications; any network if empty. */
  hookNetworks: readonly string[]
  /** Interval at which older entries in the vendor's list of payments are read again. */
  pace: Readonly<{ lookBackEveryMs: number }>
}>

export function readKeyConfig(env: Environment): KeyConfig {
  const wanted = 'one to eight lower-case letters or digits, such as "lag1"'
  return { cell: readMatching(env, 'CELL', /^[a-z0-9]{1,8}$/, wanted), peppers: readPeppers(env) }
}

/** Parses `1:<64 hex>,2:<64 hex>`. New keys use the highest version. All versions are tried for a given key, so a pepper can be rotated. */
function readPeppers(env: Environment): ReadonlyMap<number, Buffer> {
  const entries = readText(env, 'KEY_PEPPERS')
    .split(',')
    .map((part) => {
      const match = /^([1-9][0-9]{0,4}):([0-9a-f]{64})$/.exec(part.trim())
      if (match?.[1] === undefined || match[2] === undefined) {
        return refuseSetting('KEY_PEPPERS', 'a list such as 1:<64 hex digits>,2:<64 hex digits>')
      }
      return [Number(match[1]), Buffer.from(match[2], 'hex')] as const
    })
  return new Map(entries)
}

/** Returns undefined if no signer is configured. Each process has its own token for the signer. */
export function readSignerConfig(env: Environment, token: string): VaultConfig | undefined {
  if (!isSet(env, 'SIGNER_URL')) return undefined
  return { url: readBaseUrl(env, 'SIGNER_URL'), token: readText(env, token) }
}

/** Returns undefined if no payer is configured. Each process has its own token for the payer. */
export function readPayerConfig(env: Environment, token: string): VaultConfig | undefined {
  if (!isSet(env, 'PAYER_URL')) return undefined
  return { url: readBaseUrl(env, 'PAYER_URL'), token: readText(env, token) }
}

export function readWebhooksConfig(env: Environment): WebhooksConfig {
  const secretsKey = readSecretKey(env, 'WEBHOOK_SECRETS_KEY')
  const loopback = env.WEBHOOK_ALLOW_LOOPBACK ?? ''
  if (!['', 'test'].includes(loopback))
    refuseSetting('WEBHOOK_ALLOW_LOOPBACK', 'nothing, or "test" on a local stack')
  return { secretsKey, allowLoopback: loopback === 'test' }
}

/** Reads a key that encrypts secrets in the database. */
export function readSecretKey(env: Environment, name: string): Buffer {
  const wanted = '32 bytes in base64 (create them with openssl rand -base64 32)'
  return Buffer.from(readMatching(env, name, /^[A-Za-z0-9+/]{43}=$/, wanted), 'base64')
}

/** Reads the key that signs the tokens of people. Returns undefined if it is not set: then there is no dashboard. */
export function readTokenKey(env: Environment): KeyObject | undefined {
  if (!isSet(env, 'TENANT_TOKEN_KEY')) return undefined
  const wanted = 'an Ed25519 private key: openssl genpkey -algorithm ed25519 -outform DER | base64'
  return readEd25519('TENANT_TOKEN_KEY', wanted, () =>
    createPrivateKey({ key: readBytes(env, 'TENANT_TOKEN_KEY'), format: 'der', type: 'pkcs8' }),
  )
}

/** Reads the key that verifies the tokens of people. Empty if it is not set: then no token is accepted. */
export function readTokenKeys(env: Environment): readonly KeyObject[] {
  if (!isSet(env, 'TENANT_TOKEN_PUBLIC_KEY')) return []
  const wanted = 'the public key of TENANT_TOKEN_KEY: openssl pkey -pubout -outform DER | base64'
  const key = { key: readBytes(env, 'TENANT_TOKEN_PUBLIC_KEY'), format: 'der', type: 'spki' } as const
  return [readEd25519('TENANT_TOKEN_PUBLIC_KEY', wanted, () => createPublicKey(key))]
}

function readBytes(env: Environment, name: string): Buffer {
  return Buffer.from(readText(env, name), 'base64')
}

/** A key of another kind would verify with another algorithm, so it is refused here. */
function readEd25519(name: string, wanted: string, read: () => KeyObject): KeyObject {
  let key: KeyObject
  try {
    key = read()
  } catch {
    return refuseSetting(name, wanted)
  }
  return key.asymmetricKeyType === 'ed25519' ? key : refuseSetting(name, wanted)
}

export function readBanksConfig(env: Environment): BanksConfig {
  return { live: readBankVendors(env, 'BANK_LIVE'), test: readBankVendors(env, 'BANK_TEST') }
}

function readBankVendors(env: Environment, mode: string): BankVendorsConfig {
  const vendor = (name: string, secret: string): BankVendorConfig | undefined => {
    const prefix = `${mode}_${name}`
    if (!isSet(env, `${prefix}_URL`)) return undefined
    const current = readText(env, `${prefix}_${secret}`)
    const previous = env[`${prefix}_${secret}_PREVIOUS`] ?? ''
    return {
      url: readBaseUrl(env, `${prefix}_URL`),
      secrets: previous === '' ? [current] : [current, previous],
      pool: isSet(env, `${prefix}_POOL`) ? readAccounts(env, `${prefix}_POOL`)[0] : undefined,
      hookNetworks: readNetworks(env, `${prefix}_HOOK_NETWORKS`),
      pace: { lookBackEveryMs: readSecondsMs(env, 'BANK_LOOK_BACK_SECONDS', 300, 3600) },
    }
  }
  const monnify = vendor('MONNIFY', 'SECRET')
  const providus = vendor('PROVIDUS', 'SECRET')
  const kora = vendor('KORA', 'SECRET_KEY')
  return {
    monnify: monnify && {
      ...monnify,
      apiKey: readText(env, `${mode}_MONNIFY_API_KEY`),
      accountReferences: readAccountReferences(env, `${mode}_MONNIFY_ACCOUNT_REFERENCES`),
      contractCode: monnify.pool === undefined ? undefined : readText(env, `${mode}_MONNIFY_CONTRACT_CODE`),
    },
    providus: providus && { ...providus, clientId: readText(env, `${mode}_PROVIDUS_CLIENT_ID`) },
    paystack: vendor('PAYSTACK', 'SECRET_KEY'),
    kora: kora && { ...kora, accounts: readAccounts(env, `${mode}_KORA_ACCOUNTS`) },
  }
}

/** Parses `0123456789,…`: our accounts at a vendor. */
function readAccounts(env: Environment, name: string): readonly [string, ...string[]] {
  const [first, ...others] = readText(env, name)
    .split(',')
    .map((part) => part.trim())
  const all = [first ?? '', ...others] as const
  return all.every((number) => /^[0-9]{10}$/.test(number))
    ? all
    : refuseSetting(name, 'account numbers such as 0123456789,0123456780')
}

/** Parses `0123456789=shop-7,…`: the vendor's references of accounts, if they differ from ours. */
function readAccountReferences(env: Environment, name: string): Readonly<Record<string, string>> {
  const pairs = (env[name] ?? '').split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const match = /^\s*([0-9]{10})=([^=,\s]+)\s*$/.exec(pair)
      return match === null ? refuseSetting(name, 'a list such as 0123456789=shop-7') : [match[1], match[2]]
    }),
  )
}

/** Reads the site that passkeys belong to. */
export function readRelyingParty(env: Environment): RelyingParty {
  const { hostname, origin } = readSite(env, 'PEOPLE_ORIGIN', 'https://people.example.ng')
  return { id: hostname, origin }
}

/** Reads the site of the console. Its passkeys are those of PEOPLE_ORIGIN, which browsers offer to sites below that host too. */
export function readConsoleParty(env: Environment): RelyingParty {
  const { id, origin: people } = readRelyingParty(env)
  const { hostname, origin } = readSite(env, 'CONSOLE_ORIGIN', `https://console.${id}`)
  if (hostname !== id && !hostname.endsWith(`.${id}`))
    refuseSetting(
      'CONSOLE_ORIGIN',
      `a site below ${id}, such as https://console.${id}: passkeys belong to ${id}`,
    )
  if (origin === people) refuseSetting('CONSOLE_ORIGIN', 'another origin than PEOPLE_ORIGIN')
  return { id, origin }
}

/** Browsers offer passkeys only to sites with https, and to localhost. */
function readSite(env: Environment, name: string, example: string): URL {
  const url = new URL(readUrl(env, name))
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost')
  if (!isAllowed || url.origin !== readBaseUrl(env, name))
    refuseSetting(name, `an origin such as ${example}, or http://localhost:8084`)
  return url
}
