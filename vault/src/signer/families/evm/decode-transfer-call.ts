import { Malformed } from '../byte-reader.ts'

export type TransferCall = Readonly<{ /** `0x…` in lower case. */ to: string; units: bigint }>

// transfer(address,uint256)
const SELECTOR = 'a9059cbb'
const SIZE = 4 + 32 + 32

/** Exactly one call of an ERC-20's `transfer`, to the last byte: what a contract would overlook may mean something to the next. */
export function decodeTransferCall(data: Uint8Array): TransferCall {
  const hex = Buffer.from(data).toString('hex')
  if (!hex.startsWith(SELECTOR)) throw new Malformed('it does not call transfer(address,uint256)')
  if (data.length !== SIZE) throw new Malformed('the call has more or less than its two arguments')
  if (!hex.startsWith('0'.repeat(24), 8)) throw new Malformed('the receiver is longer than an address')
  return { to: `0x${hex.slice(32, 72)}`, units: BigInt(`0x${hex.slice(72)}`) }
}
