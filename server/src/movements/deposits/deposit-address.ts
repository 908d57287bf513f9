import { createHash } from 'node:crypto'
import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { ToldAddress } from '../transfers/wallet-address.ts'

/** Salt from which a deposit factory makes an address: 32 bytes in hexadecimal with a leading 0x. */
export type DepositSalt = `0x${string}`

/** Names of a sell that outlive its row. A business chooses a reference once and repeats it after the row is lost. */
export type SellNames = Readonly<{ id: string; businessId: string; mode: Mode; reference: string }>

/** Computes the salt only from these names, so that a sell that is missing from a restored database gets the same address again. */
export function depositSalt({ businessId, mode, reference }: Omit<SellNames, 'id'>): DepositSalt {
  return `0x${createHash('sha256').update(`deposit/${businessId}/${mode}/${reference}`).digest('hex')}`
}

/** Returns the salt of the oldest addresses: the sell's id, padded with zeros on the left. */
export function formerDepositSalt(id: string): DepositSalt {
  return `0x${id.replaceAll('-', '').padStart(64, '0')}`
}

/**
 * Returns the salt that an address of a sell was made from. The address is swept with it. Undefined if the address does not belong to the
 * sell: we could not move tokens from there.
 */
export function saltOfAddress(
  addressOf: (salt: DepositSalt) => string,
  sell: SellNames,
  address: string,
): DepositSalt | undefined {
  return [depositSalt(sell), formerDepositSalt(sell.id)].find((salt) => addressOf(salt) === address)
}

/** Address to which the tokens of one sell are sent. */
type DepositTarget = ToldAddress &
  Readonly<{ /** Address as we store and watch it: one for each sell. */ address: string }>

/** Computes deposit addresses without a request, so an address is known before its contract exists. */
export type DepositTargets = Readonly<{
  /** True if tokens can be deposited there. Otherwise no sell may be accepted. */
  isOpen(mode: Mode, network: NetworkName): boolean
  /** Undefined if tokens cannot be deposited there. */
  of(mode: Mode, network: NetworkName, salt: DepositSalt): DepositTarget | undefined
}>
