import type { Hex } from 'viem'
import { hexToBytes, serializeTransaction } from 'viem/utils'
import type { Fees } from './fees.ts'

type Content = Readonly<{ chainId: number; lock: bigint; to: string; data?: Hex; fees: Fees }>

/** The bytes of an EIP-1559 transaction whose hash is signed: 0x02 and the list of its nine fields. It carries no coins. */
export function encodeUnsigned({ chainId, lock, to, data, fees }: Content): Uint8Array {
  const serialized = serializeTransaction({
    type: 'eip1559',
    chainId,
    nonce: toNonce(lock),
    to: to as Hex,
    value: 0n,
    ...(data === undefined ? {} : { data }),
    ...fees,
  })
  return hexToBytes(serialized)
}

/** A nonce is no amount; the library wants it as a number, and beyond this it would be another one. */
function toNonce(lock: bigint): number {
  if (lock < 0n || lock > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error(`${lock} is no nonce`)
  return Number(lock)
}
