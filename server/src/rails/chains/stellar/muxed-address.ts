import type { DepositSalt } from '../../../movements/deposits/deposit-address.ts'
import { ACCOUNT, decodeStrKey, encodeStrKey, KEY_BYTES, MUXED_ACCOUNT, MUXED_BYTES } from './strkey.ts'

/** The account that is paid, and the number that was written beside it: in the address (M…), or as a memo. */
export type MuxedAddress = Readonly<{ account: string; id: bigint }>

/** Addresses of the sells that share one account: each is that account with a number of its own, the first 8 bytes of the salt. */
export function createMuxedAddresses(depositAccount: string): (salt: DepositSalt) => string {
  const muxed = createMuxedIds(depositAccount)
  return (salt) => muxed(BigInt(salt.slice(0, 18)))
}

export function createMuxedIds(account: string): (id: bigint) => string {
  const key = decodeStrKey(account)
  if (key === undefined || key.version !== ACCOUNT || key.payload.length !== KEY_BYTES)
    throw new Error('a deposit account is an account of Stellar, which begins with G')
  return (id) => {
    const payload = new Uint8Array(MUXED_BYTES)
    payload.set(key.payload)
    new DataView(payload.buffer).setBigUint64(KEY_BYTES, id)
    return encodeStrKey({ version: MUXED_ACCOUNT, payload })
  }
}

/** Undefined where it is no address with a number in it. */
export function readMuxedAddress(address: string): MuxedAddress | undefined {
  const key = decodeStrKey(address)
  if (key?.version !== MUXED_ACCOUNT || key.payload.length !== MUXED_BYTES) return undefined
  const { payload } = key
  return {
    account: encodeStrKey({ version: ACCOUNT, payload: payload.subarray(0, KEY_BYTES) }),
    id: new DataView(payload.buffer, payload.byteOffset).getBigUint64(KEY_BYTES),
  }
}

/** The account behind an address of either kind. */
export function accountOf(address: string): string {
  return readMuxedAddress(address)?.account ?? address
}
