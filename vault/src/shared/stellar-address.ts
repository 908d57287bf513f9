import { highBytes } from './bytes.ts'
import type { SettingReader } from './settings.ts'

/** An account, and the number of one of its users if the address has one. */
type StellarAccount = Readonly<{ key: Uint8Array; id: bigint | undefined }>

type StellarAsset = Readonly<{
  issuer: string /** The encoding in a transaction. */
  bytes: Uint8Array
}>

const DECIMALS = 7
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
// The first byte of `G…` and `M…` addresses.
const ACCOUNT = 6 << 3
const MUXED = 12 << 3
const KEY = 32
const ID = 8
const SHORT = 1
const LONG = 2
const CODE = /^[A-Za-z0-9]{1,12}$/

/** Writes `G…` without a number and `M…` with one. */
export function writeAddress({ key, id }: StellarAccount): string {
  return id === undefined
    ? encode(Uint8Array.of(ACCOUNT, ...key))
    : encode(Uint8Array.of(MUXED, ...key, ...highBytes(id, ID)))
}

/** Returns undefined unless the text is an address in its canonical spelling. */
export function readAddress(text: string): StellarAccount | undefined {
  const bytes = decode(text)
  if (bytes === undefined) return undefined
  const [version, key, id] = [bytes[0], bytes.slice(1, 1 + KEY), bytes.slice(1 + KEY, -2)]
  const account =
    version === ACCOUNT && id.length === 0
      ? { key, id: undefined }
      : version === MUXED && id.length === ID
        ? { key, id: BigInt(`0x${Buffer.from(id).toString('hex')}`) }
        : undefined
  return account !== undefined && writeAddress(account) === text ? account : undefined
}

function encode(payload: Uint8Array): string {
  const sum = checksum(payload)
  let text = ''
  let [bits, size] = [0, 0]
  for (const byte of [...payload, sum & 0xff, sum >> 8]) {
    bits = ((bits << 8) | byte) & 0xffff
    for (size += 8; size >= 5; size -= 5) text += ALPHABET.charAt((bits >> (size - 5)) & 31)
  }
  return size === 0 ? text : text + ALPHABET.charAt((bits << (5 - size)) & 31)
}

/** Does not verify the checksum, which the result includes: the caller encodes the result again and compares. */
function decode(text: string): Uint8Array | undefined {
  const bytes: number[] = []
  let [bits, size] = [0, 0]
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter)
    if (value === -1 || bytes.length > 3 + KEY + ID) return undefined
    bits = ((bits << 5) | value) & 0xffff
    size += 5
    if (size < 8) continue
    size -= 8
    bytes.push((bits >> size) & 0xff)
  }
  return bytes.length > KEY + 2 ? Uint8Array.from(bytes) : undefined
}

/** CRC-16/XMODEM. */
function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000 ? ((sum << 1) ^ 0x1021) & 0xffff : sum << 1
  }
  return sum
}

/** Returns the number of a salt: its first eight bytes. */
export function depositId(salt: string): bigint {
  return BigInt(salt.slice(0, 18))
}

/** Returns the sweeper's account with the number of a salt, `M…`. */
export function depositAddress(sweeper: string, salt: string): string {
  const account = readAddress(sweeper)
  if (account === undefined) throw new Error('this is not a Stellar account')
  return writeAddress({ key: account.key, id: depositId(salt) })
}

/** Reads `<code>:<issuer>`; undefined if the text is not an asset. */
function readAsset(text: string): StellarAsset | undefined {
  const [code = '', issuer = '', ...rest] = text.split(':')
  const account = readAddress(issuer)
  if (!CODE.test(code) || account === undefined || account.id !== undefined || rest.length > 0)
    return undefined
  const isShort = code.length <= 4
  const padded = Buffer.alloc(isShort ? 4 : 12)
  padded.write(code, 'latin1')
  const kind = [0, 0, 0, isShort ? SHORT : LONG]
  return { issuer, bytes: Uint8Array.from([...kind, ...padded, 0, 0, 0, 0, ...account.key]) }
}

export function readAssetSetting({ text, wrong }: SettingReader): StellarAsset {
  return readAsset(text('asset', /./)) ?? wrong('asset must be <code>:<issuer>')
}

export function requireAccount(address: string, name: string, { wrong }: SettingReader): string {
  const account = readAddress(address)
  return account !== undefined && account.id === undefined
    ? address
    : wrong(`${name} is missing or not valid`)
}

export function requireDecimals(decimals: number, { wrong }: SettingReader): void {
  if (decimals !== DECIMALS) wrong(`decimals must be ${DECIMALS} on this network`)
}
