import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type TSchema, Type } from 'typebox'
import { createKeyring } from '../kernel/keyring.ts'

/** What the text of a setting must be, and the value that a process reads from it. The schema's description says it in words. */
export type Form<T = unknown> = Readonly<{
  schema: TSchema
  wanted: string
  read(text: string): T
  /** Whether the process connects to what the text names. In live mode such a connection is encrypted. */
  isConnection: boolean
}>

/** `isRight` refuses what a pattern cannot. It is also asked about texts that do not match the pattern. */
export function form<T>(
  wanted: string,
  pattern: RegExp,
  read: (text: string) => T,
  isRight: (text: string) => boolean = () => true,
): Form<T> {
  const schema = Type.Refine(Type.String({ pattern: pattern.source, description: wanted }), isRight)
  return { schema, wanted, read, isConnection: false }
}

const asIs = (value: string): string => value
const withoutSlash = (value: string): string => value.replace(/\/$/, '')
const isUrl = (value: string): boolean => URL.canParse(value)
const listed = (value: string): string[] => value.split(',').map((part) => part.trim())

export const text = form('a value', /^[^]+$/, asIs)
export const path = form('a path', /^[^]+$/, (value) => resolve(value))
export const url = connection('a URL', asIs)
/** A URL to which paths are appended, without a trailing slash. */
export const baseUrl = connection('a URL', withoutSlash)
/** A URL that others call. The process does not connect to it. */
export const publicUrl = form('a URL', /^[^]+$/, withoutSlash, isUrl)
export const smtpUrl = connection(
  'a URL such as smtps://user:password@mail.example.ng',
  (value) => new URL(value),
  /^smtps?:\/\/[^/]/,
)
export const email = form('the address that mail comes from', /^[^\s@<>]+@[^\s@<>]+$/, asIs)
export const port = form('a port number', /^[0-9]{1,5}$/, Number, (value) => Number(value) <= 65_535)
export const drainMs = wholeUpTo('milliseconds', 0, 5_000, 1)
export const minutesMs = wholeUpTo('minutes', 1, 99_999, 60_000)
export const block = form('a block number', /^[0-9]{1,18}$/, BigInt)
/** Whole naira, as kobo. */
export const nairaMinor = form('a whole number of naira', /^[0-9]{1,18}$/, (value) => BigInt(value) * 100n)
export const cell = form('one to eight lower-case letters or digits, such as "lag1"', /^[a-z0-9]{1,8}$/, asIs)
export const allowsLoopback = form('nothing, or "test" on a local stack', /^test$/, () => true)
export const acceptsOneNode = form('nothing, or "accepted"', /^accepted$/, () => true)
export const retryWaitsMs = form(
  'a list of whole seconds such as 5,300,1800',
  /^[0-9]{1,6}(,[0-9]{1,6}){0,19}$/,
  (value) => value.split(',').map((seconds) => Number(seconds) * 1000),
)
export const engineKeys = form(
  'keys such as publickeyv1_…, which Restate logs at its start',
  /^publickeyv1_[1-9A-HJ-NP-Za-km-z]{32,44}(,publickeyv1_[1-9A-HJ-NP-Za-km-z]{32,44})*$/,
  (value) => value.split(','),
)
export const networkList = form(
  'a list of networks such as 10.0.0.0/8,fd00::/8',
  /^[^]+$/,
  (value) => listed(value).filter((part) => part !== ''),
  (value) => listed(value).every((part) => part === '' || isNetwork(part)),
)

/** A key that encrypts secrets in the database. */
export const secretKey = form(
  '32 bytes in base64 (create them with openssl rand -base64 32)',
  /^[A-Za-z0-9+/]{43}=$/,
  (value) => Buffer.from(value, 'base64'),
)
export const noticeSecret = form(
  '"whsec_" and 32 bytes in base64 (create them with openssl rand -base64 32)',
  /^whsec_[A-Za-z0-9+/]{43}=$/,
  (value) => Buffer.from(value.slice('whsec_'.length), 'base64'),
)
/** New keys use the highest version. All versions are tried for a given key, so a pepper can be rotated. */
export const peppers = form(
  'a list such as 1:<64 hex digits>,2:<64 hex digits>',
  listOf('[1-9][0-9]{0,4}:[0-9a-f]{64}'),
  (value) => numbered(value, 'hex'),
)
/** Keys that encrypt personal data. The highest number encrypts, and all of them decrypt. */
export const keyring = form(
  'a list such as 1:<32 bytes in base64> (openssl rand -base64 32)',
  listOf('[1-9][0-9]{0,3}:[A-Za-z0-9+/]{43}='),
  (value) => createKeyring(numbered(value, 'base64')),
)
export const ed25519PrivateKey = ed25519(
  'an Ed25519 private key: openssl genpkey -algorithm ed25519 -outform DER | base64 -w0',
  (key) => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
)
export const ed25519PublicKey = ed25519(
  'the public key of TENANT_TOKEN_KEY: base64 -d | openssl pkey -inform DER -pubout -outform DER | base64 -w0',
  (key) => createPublicKey({ key, format: 'der', type: 'spki' }),
)

/** Our accounts at a vendor. */
export const accounts = form(
  'account numbers such as 0123456789,0123456780',
  listOf('[0-9]{10}'),
  (value) => listed(value) as [string, ...string[]],
)
/** The vendor's references of accounts, if they differ from ours. */
export const accountReferences = form(
  'a list such as 0123456789=shop-7',
  /^[\s,]*[0-9]{10}=[^=,\s]+(\s*,[\s,]*[0-9]{10}=[^=,\s]+)*[\s,]*$/,
  (value): Readonly<Record<string, string>> =>
    Object.fromEntries(
      listed(value)
        .filter((pair) => pair !== '')
        .map((pair) => pair.split('=')),
    ),
)

/** Browsers offer passkeys only to sites with https, and to localhost. */
export function site(example: string): Form<URL> {
  const wanted = `an origin such as ${example}, or http://localhost:8084`
  return form(
    wanted,
    /^(https:\/\/|http:\/\/localhost(:|\/?$))/,
    (value) => new URL(value),
    (value) => URL.canParse(value) && new URL(value).origin === withoutSlash(value),
  )
}

export function connection<T>(wanted: string, read: (text: string) => T, pattern = /^[^]+$/): Form<T> {
  return { ...form(wanted, pattern, read, isUrl), isConnection: true }
}

/** Whole seconds as milliseconds. */
export function secondsMs(most = 60): Form<number> {
  return wholeUpTo('seconds', 1, most, 1000)
}

function wholeUpTo(unit: string, least: number, most: number, factor: number): Form<number> {
  return form(
    `a whole number of ${unit} from ${least} to ${most}`,
    least === 0 ? /^[0-9]{1,6}$/ : /^[1-9][0-9]{0,5}$/,
    (value) => Number(value) * factor,
    (value) => Number(value) <= most,
  )
}

function isNetwork(part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/')
  const maxBits = isIP(address) === 4 ? 32 : 128
  const isWidth = bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= maxBits)
  return isIP(address) > 0 && isWidth && rest.length === 0
}

function listOf(part: string): RegExp {
  return new RegExp(`^\\s*${part}\\s*(,\\s*${part}\\s*)*$`)
}

function numbered(value: string, encoding: 'hex' | 'base64'): ReadonlyMap<number, Buffer> {
  const parts = listed(value).map((part) => part.split(':'))
  return new Map(parts.map(([number, key = '']) => [Number(number), Buffer.from(key, encoding)]))
}

/** A key of another kind would verify with another algorithm, so it is refused here. */
function ed25519(wanted: string, parse: (der: Buffer) => KeyObject): Form<KeyObject> {
  const read = (value: string): KeyObject => parse(Buffer.from(value, 'base64'))
  return form(wanted, /^[^]+$/, read, (value) => {
    try {
      return read(value).asymmetricKeyType === 'ed25519'
    } catch {
      return false
    }
  })
}
