import type { Hex } from 'viem'
import { decodeFunctionResult, encodeFunctionData, pad, parseAbi, toEventSelector, toHex } from 'viem/utils'
import type { Log } from './evm-rpc.ts'

const tokenAbi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'function decimals() view returns (uint8)',
])

export const TRANSFER_EVENT = toEventSelector('Transfer(address,address,uint256)')

export function encodeTransfer(to: string, units: bigint): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to as Hex, units] })
}

export function encodeBalanceOf(account: string): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [account as Hex] })
}

export function encodeDecimals(): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'decimals' })
}

export function decodeBalance(data: Hex): bigint {
  return decodeFunctionResult({ abi: tokenAbi, functionName: 'balanceOf', data })
}

export function decodeDecimals(data: Hex): number {
  return decodeFunctionResult({ abi: tokenAbi, functionName: 'decimals', data })
}

export type TokenMove = Readonly<{ token: string; from: string; to: string; units: bigint }>

/**
 * Whether these logs show exactly this transfer and no other transfer of the token. Logs of other contracts are ignored, because any
 * contract can write a log that looks like a transfer.
 */
export function showsOnly(logs: readonly Log[], move: TokenMove): boolean {
  const transfers = logs.filter(
    ({ address, topics }) => address === move.token && topics[0] === TRANSFER_EVENT,
  )
  const [only] = transfers
  if (only === undefined || transfers.length > 1) return false
  const [, from, to] = only.topics
  return from === wordOf(move.from) && to === wordOf(move.to) && only.data === toHex(move.units, { size: 32 })
}

function wordOf(address: string): Hex {
  return pad(address.toLowerCase() as Hex, { size: 32 })
}

const factoryAbi = parseAbi([
  'function treasury() view returns (address)',
  'function sweep(bytes32[] salts, address token)',
])

export function encodeTreasury(): Hex {
  return encodeFunctionData({ abi: factoryAbi, functionName: 'treasury' })
}

/** Encodes a sweep for the gas estimate only. The signer builds the transaction that is sent. */
export function encodeSweep(salts: readonly Hex[], token: string): Hex {
  return encodeFunctionData({ abi: factoryAbi, functionName: 'sweep', args: [salts, token as Hex] })
}

/** Returns the treasury in small letters, or undefined if there is no factory at the address. */
export function decodeTreasury(data: Hex): string | undefined {
  return /^0x0{24}[0-9a-f]{40}$/.test(data) ? `0x${data.slice(26)}` : undefined
}
