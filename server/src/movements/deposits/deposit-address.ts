import { createHash } from 'node:crypto'
import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { ToldAddress } from '../transfers/wallet-address.ts'

/** 32 bytes in hexadecimal, with 0x before them: what a deposit factory makes an address of. */
export type DepositSalt = `0x${string}`

/** What of a sell outlives any row: a business names a sell once, and says the same again after the row is lost. */
export type SellNames = Readonly<{ id: string; businessId: string; mode: Mode; reference: string }>

/** Of the names alone, so that a sell that a restored database has forgotten comes back under the address that it had. */
export function depositSalt({ businessId, mode, reference }: Omit<SellNames, 'id'>): DepositSalt {
  return `0x${createHash('sha256').update(`deposit/${businessId}/${mode}/${reference}`).digest('hex')}`
}

/** Addresses that were given out first are of the sell's id, filled up with zeros from the left. */
export function formerDepositSalt(id: string): DepositSalt {
  return `0x${id.replaceAll('-', '').padStart(64, '0')}`
}

/**
 * The salt that an address of a sell was made of, which is what it is swept by. Undefined where the address is not the sell's own,
 * because nothing that arrives there could be sent to us.
 */
export function saltOfAddress(
  addressOf: (salt: DepositSalt) => string,
  sell: SellNames,
  address: string,
): DepositSalt | undefined {
  return [depositSalt(sell), formerDepositSalt(sell.id)].find((salt) => addressOf(salt) === address)
}

/** Where the tokens of one sell are to be sent. */
type DepositTarget = ToldAddress &
  Readonly<{ /** As it is stored and watched: one for each sell. */ address: string }>

/** Computed, not asked for: an address is known before anything stands there. */
export type DepositTargets = Readonly<{
  /** Whether anything can be deposited there: else no sell may be accepted. */
  isOpen(mode: Mode, network: NetworkName): boolean
  /** Undefined where nothing can be deposited. */
  of(mode: Mode, network: NetworkName, salt: DepositSalt): DepositTarget | undefined
}>
