import type { Hex } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'

const abi = parseAbi([
  'function treasury() view returns (address)',
  'function sweep(bytes32[] salts, address token)',
])

export function encodeTreasury(): Hex {
  return encodeFunctionData({ abi, functionName: 'treasury' })
}

/** To ask what it costs; the signer makes what is sent. */
export function encodeSweep(salts: readonly Hex[], token: string): Hex {
  return encodeFunctionData({ abi, functionName: 'sweep', args: [salts, token as Hex] })
}

/** In small letters; undefined where no factory stands. */
export function decodeTreasury(data: Hex): string | undefined {
  return /^0x0{24}[0-9a-f]{40}$/.test(data) ? `0x${data.slice(26)}` : undefined
}
