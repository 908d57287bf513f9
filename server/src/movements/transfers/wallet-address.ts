import { type NetworkName, networkNames } from '../../kernel/networks.ts'
import type { RefusalCode } from '../../kernel/refusal.ts'

export type AddressRefusalCode = Extract<RefusalCode, `wallet_address_${string}`>

/** A message never repeats the judged text, because it may be a secret key. */
export type AddressVerdict =
  | Readonly<{ outcome: 'fine' /** One spelling per account, for storing and comparing. */; address: string }>
  | Readonly<{ outcome: 'refused'; code: AddressRefusalCode; message: string }>

/** If sells share an address, the memo identifies the sell that a payment is for. */
export type ToldAddress = Readonly<{ shown: string; memo: string | null }>

/**
 * Judges whether an address can be valid on a network. Reads no chain, so `fine` means well-formed and not known to be wrong. Whether the
 * account exists, trusts the token or is a token account is checked before sending.
 */
export type WalletAddressRules = Readonly<{
  judge(network: NetworkName, address: string): AddressVerdict
  /** Judges an address that is to become one of our wallets. It may already be ours. */
  judgeOwn(network: NetworkName, address: string): AddressVerdict
  /** Returns one of our addresses as senders must use it, with the memo they must add. */
  tell(network: NetworkName, address: string): ToldAddress
  /** Returns whether a text may be a wallet's secret, whatever the rest of the request says. Such a text must never be stored or logged. */
  isSecret(text: string): boolean
}>

/** Returns the spellings that our records may use: an address has one normalised spelling, and an EVM hash is in lower case. */
export function spellingsOf(addresses: Pick<WalletAddressRules, 'judgeOwn'>, text: string): string[] {
  const read = networkNames.map((network) => addresses.judgeOwn(network, text))
  const spelt = read.flatMap((verdict) => (verdict.outcome === 'fine' ? [verdict.address] : []))
  return [...new Set([text.toLowerCase(), ...spelt])]
}
