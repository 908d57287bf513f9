import { TOKEN_ADDRESS } from '@afara/stack/chains/simulated-networks.ts'
import {
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  parseTransaction,
  serializeTransaction,
} from 'viem'
import { type Asked, CHAIN_ID, LANE } from './vault-process.ts'
import type { Opened } from './vault-stage.ts'

/** A kobo is a hundredth, and the token has six decimals. */
const UNITS_PER_KOBO = 10_000n

export type Terms = Pick<Opened, 'lock' | 'address' | 'tokensMinor'> & { maxFeePerGas?: bigint }

function payBytes({ lock, address, tokensMinor, maxFeePerGas = 30_000_000_000n }: Terms): Hex {
  const args = [getAddress(address), tokensMinor * UNITS_PER_KOBO] as const
  return serializeTransaction({
    ...base(lock, maxFeePerGas),
    to: TOKEN_ADDRESS,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
  })
}

export function cancelBytes(lock: number): Hex {
  return serializeTransaction({ ...base(lock, 60_000_000_000n), to: LANE })
}

export function askToPay(opened: Opened, changes: Partial<Terms> = {}): Asked {
  return { transfer_id: opened.transferId, kind: 'pay', unsigned: payBytes({ ...opened, ...changes }) }
}

/**
 * Returns the effect of bytes, as another library than the signer's reads them. Ignores fees, which do not change the recipient or the
 * amount.
 */
export function meaningOf(bytes: string): string {
  try {
    const {
      chainId,
      nonce = 0,
      to,
      value = 0n,
      data = '0x',
      accessList = [],
    } = parseTransaction(bytes as `0x02${string}`)
    return JSON.stringify([chainId, nonce, to, String(value), data, accessList])
  } catch {
    return 'nothing'
  }
}

function base(lock: number, maxFeePerGas: bigint) {
  return {
    type: 'eip1559',
    chainId: CHAIN_ID,
    nonce: lock,
    gas: 65_000n,
    maxFeePerGas,
    maxPriorityFeePerGas: 1_000_000_000n,
  } as const
}
