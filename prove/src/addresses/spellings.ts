import type { NetworkName } from '@afara/server/kernel/networks.ts'
import { Account, MuxedAccount } from '@stellar/stellar-sdk/base'
import { getAddress } from 'viem'
import { createRandom } from '../fuzz/random.ts'

const CASES = 50

/** Returns many spellings of an address, right and wrong. If the address is not a wallet, none of them may be accepted as one. */
export function spellingsOf(network: NetworkName, address: string): string[] {
  // On Solana another case is another address.
  if (network === 'Solana') return [address, `${address} `, ` ${address}`, `solana:${address}`]
  const plain = [address, address.toLowerCase(), address.toUpperCase(), `${address} `, ` ${address}`]
  if (network === 'Stellar') return [...plain, ...withNumbers(address)]
  return [...plain, getAddress(address), address.slice(2), `0X${address.slice(2)}`, ...inAnyCase(address)]
}

function inAnyCase(address: string): string[] {
  const random = createRandom(address.length, Number.parseInt(address.slice(2, 8), 16))
  const digits = address.slice(2).split('')
  return Array.from(
    { length: CASES },
    () =>
      `0x${digits.map((digit) => (random.oneIn(2) ? digit.toUpperCase() : digit.toLowerCase())).join('')}`,
  )
}

/** Returns the same Stellar account with a number inside its address. */
function withNumbers(address: string): string[] {
  const account = new Account(address, '0')
  const numbers = [
    0n,
    1n,
    2n ** 63n,
    2n ** 64n - 1n,
    ...Array.from({ length: CASES }, (_, place) => 7n ** BigInt(place % 22)),
  ]
  return numbers.map((number) => new MuxedAccount(account, number.toString()).accountId())
}
