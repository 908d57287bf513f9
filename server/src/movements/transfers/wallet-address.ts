import type { NetworkName } from '../../kernel/networks.ts'
import type { RefusalCode } from '../../kernel/refusal.ts'

export type AddressRefusalCode = Extract<RefusalCode, `wallet_address_${string}`>

/** A message never repeats the text that was judged: it may be somebody's secret key. */
export type AddressVerdict =
  | Readonly<{ outcome: 'fine' /** One spelling per account, for storing and comparing. */; address: string }>
  | Readonly<{ outcome: 'refused'; code: AddressRefusalCode; message: string }>

/** Where sells share an address, a memo says for which one a payment is. */
export type ToldAddress = Readonly<{ shown: string; memo: string | null }>

/**
 * Says whether an address could ever be right on a network. It reads no chain, so `fine` means well-formed and not
 * known to be wrong; whether the account exists, trusts the token or is a token account is asked before sending.
 */
export type WalletAddressRules = Readonly<{
  judge(network: NetworkName, address: string): AddressVerdict
  /** The same of a wallet that is to be our own: that it is ours already is nothing against it. */
  judgeOwn(network: NetworkName, address: string): AddressVerdict
  /** An address of ours as people are told of it, with what they must write beside it. */
  tell(network: NetworkName, address: string): ToldAddress
  /** Whether a text may be a wallet's secret, whatever the rest of the request says: such a text is written down nowhere. */
  isSecret(text: string): boolean
}>
