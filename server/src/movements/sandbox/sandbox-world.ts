import type { Money } from '../../kernel/money/money.ts'
import type { NetworkName } from '../../kernel/networks.ts'

/** Who pays in test mode. The bank is known by its code on the national rail. */
export type SandboxPayer = Readonly<{ accountNumber: string; name: string; bankCode: string }>

export type SandboxPayment = Readonly<{
  /** Of a test account of ours. */
  accountNumber: string
  amount: Money
  payer: SandboxPayer
  /** What the payer types. */
  remark: string
  /** Seconds until the payment is made. */
  afterSeconds?: number
  /** The bank booked it so long before it shows it: rules that wait for something else to come count from then. */
  bookedSecondsBefore?: number
  /** The payer's bank takes it back so long afterwards. */
  recalledAfterSeconds?: number
}>

/** The one payment out that something befalls: nobody else is paid exactly so much into that account. */
export type PayoutTarget = Readonly<{ accountNumber: string; amount: Money }>

export type PayoutMishap =
  /** The bank takes the order and does not answer. */
  | Readonly<{ kind: 'unanswered' }>
  /** The bank pays after so many seconds. */
  | Readonly<{ kind: 'slow'; seconds: number }>
  /** It fails so many times, and the naira is back each time. */
  | Readonly<{ kind: 'fails'; times: number }>
  /** It succeeds, and so many seconds later the receiving bank sends it back. */
  | Readonly<{ kind: 'sent_back'; afterSeconds: number }>

/**
 * What a scenario may do to the world that test mode is about: a simulated bank, and networks of our own. Each act is about the amounts,
 * accounts and addresses that it names, so that nothing befalls anybody else in the same sandbox. Nothing here is a fact for us: it is read
 * back through the same feeds and nodes as everything else.
 */
export type SandboxWorld = Readonly<{
  /** Where tokens can be sent to a deposit address. */
  networks: readonly NetworkName[]
  /** Somebody on the sanctions list that test mode is screened by. */
  listedName: string | undefined
  pay(payments: readonly SandboxPayment[]): Promise<void>
  befallPayout(to: PayoutTarget, mishap: PayoutMishap): Promise<void>
  /** From now on the bank says that the account is this person's. */
  nameAccount(account: Readonly<{ bankCode: string; accountNumber: string }>, name: string): Promise<void>
  /** A wallet that can receive. The same words are always the same wallet. */
  openWallet(network: NetworkName, words: string): Promise<string>
  /** A wallet that is there, and does not accept the token. Undefined where no network has such wallets. */
  openWalletWithoutTrustline(): Promise<Readonly<{ network: NetworkName; address: string }> | undefined>
  sendTokens(network: NetworkName, to: string, amount: Money): Promise<void>
  /** Sends the tokens, and the network forgets the block that had them. False when it was too late for that, and they have arrived. */
  sendTokensAndForget(network: NetworkName, to: string, amount: Money): Promise<boolean>
}>
