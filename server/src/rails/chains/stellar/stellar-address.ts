import type { DepositSalt } from '../../../movements/deposits/deposit-address.ts'
import type { AddressFamily, AddressReading } from '../address-family.ts'
import { ACCOUNT, decodeStrKey, encodeStrKey, KEY_BYTES, MUXED_ACCOUNT, MUXED_BYTES } from './strkey.ts'

/** Other Stellar keys in this format, by first letter. None of them can be paid like an account. */
const otherKeys: Readonly<Record<string, string>> = {
  B: 'the id of a claimable balance (B…)',
  C: 'a contract (C…), which cannot be paid yet',
  L: 'the id of a liquidity pool (L…)',
  P: 'a signed payload (P…)',
  T: 'a transaction hash (T…)',
  X: 'a hash (X…)',
}

/** Addresses of Stellar: an account (G…), or an account with an id (M…). */
export const stellarAddresses: AddressFamily = {
  read: readStellarAddress,
  resembles: (text) => /^(G[A-Z2-7]{55}|M[A-Z2-7]{68}|C[A-Z2-7]{55})$/i.test(text),
  beginsWith: 'G or M',
  tokenIs: 'the issuer of the token, where tokens are destroyed',
}

function readStellarAddress(text: string): AddressReading {
  const key = decodeStrKey(text)
  if (key === undefined) return malformed(text)
  const { version, payload } = key
  const isAccount = version === ACCOUNT && payload.length === KEY_BYTES
  const isMuxed = version === MUXED_ACCOUNT && payload.length === MUXED_BYTES
  if (!isAccount && !isMuxed) return notAnAccount(text)
  // A muxed address pays the account inside it, so this account must not be an issuer or one of our wallets.
  const account = Buffer.from(payload.subarray(0, KEY_BYTES)).toString('hex')
  const isZero = /^0+$/.test(account)
  return { outcome: 'fine', address: text, account, ...(isZero ? { reserved: 'the zero address' } : {}) }
}

function notAnAccount(text: string): AddressReading {
  const what = otherKeys[text.charAt(0)]
  if (what === undefined) return malformed(text)
  return {
    outcome: 'refused',
    code: 'wallet_address_unsupported',
    message: `This is ${what}. Use the address of an account, which begins with G or M.`,
  }
}

function malformed(text: string): AddressReading {
  if (/^[gm][a-z2-7]+$/i.test(text) && text !== text.toUpperCase()) {
    return invalid('A Stellar address has no small letters. Copy it again as the wallet shows it.')
  }
  const length = text.startsWith('M') ? 69 : 56
  if (!/^[GM]/.test(text) || /[^A-Z2-7]/.test(text)) {
    return invalid(
      'A Stellar address is G followed by 55 characters, or M followed by 68, each A to Z or 2 to 7. Copy it again.',
    )
  }
  if (text.length !== length) {
    return invalid(
      `This address should have ${length} characters but has ${text.length}. Copy the whole address again.`,
    )
  }
  return invalid('The checksum of the address is wrong, so at least one character is wrong. Copy it again.')
}

function invalid(message: string): AddressReading {
  return { outcome: 'refused', code: 'wallet_address_invalid', message }
}

/** The account that is paid, and the id in its muxed address (M…). */
type MuxedAddress = Readonly<{ account: string; id: bigint }>

/** Computes the addresses of sells that share one account. Each is that account with its own id, the first 8 bytes of the salt. */
export function createMuxedAddresses(depositAccount: string): (salt: DepositSalt) => string {
  const muxed = createMuxedIds(depositAccount)
  return (salt) => muxed(BigInt(salt.slice(0, 18)))
}

export function createMuxedIds(account: string): (id: bigint) => string {
  const key = decodeStrKey(account)
  if (key === undefined || key.version !== ACCOUNT || key.payload.length !== KEY_BYTES)
    throw new Error('a deposit account must be a Stellar account that begins with G')
  return (id) => {
    const payload = new Uint8Array(MUXED_BYTES)
    payload.set(key.payload)
    new DataView(payload.buffer).setBigUint64(KEY_BYTES, id)
    return encodeStrKey({ version: MUXED_ACCOUNT, payload })
  }
}

/** Returns undefined if it is not a muxed address. */
export function readMuxedAddress(address: string): MuxedAddress | undefined {
  const key = decodeStrKey(address)
  if (key?.version !== MUXED_ACCOUNT || key.payload.length !== MUXED_BYTES) return undefined
  const { payload } = key
  return {
    account: encodeStrKey({ version: ACCOUNT, payload: payload.subarray(0, KEY_BYTES) }),
    id: new DataView(payload.buffer, payload.byteOffset).getBigUint64(KEY_BYTES),
  }
}

/** Returns the account of a G… or M… address. */
export function accountOf(address: string): string {
  return readMuxedAddress(address)?.account ?? address
}
