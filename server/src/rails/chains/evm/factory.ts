import type { Hex } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'

const abi = parseAbi(['function treasury() view returns (address)'])

export function encodeTreasury(): Hex {
  return encodeFunctionData({ abi, functionName: 'treasury' })
}

/** In small letters; undefined where no factory stands. */
export function decodeTreasury(data: Hex): string | undefined {
  return /^0x0{24}[0-9a-f]{40}$/.test(data) ? `0x${data.slice(26)}` : undefined
}
