import type { Money } from '../../kernel/money/money.ts'
import type { NetworkName } from '../../kernel/networks.ts'

/** A payer in test mode. The bank is identified by its NIP code. */
export type SandboxPayer = Readonly<{ accountNumber: string; name: string; bankCode: string }>

export type SandboxPayment = Readonly<{
  /** Number of one of our test accounts. */
  accountNumber: string
  amount: Money
  payer: SandboxPayer
  /** Remark that the payer types. */
  remark: string
  /** Seconds until the payment is made. */
  afterSeconds?: number
  /** The bank books the payment this long before it shows it. Rules with a waiting time count from the booking. */
  bookedSecondsBefore?: number
  /** The payer's bank recalls the payment this long afterwards. */
  recalledAfterSeconds?: number
}>

/** Identifies the payout that a mishap affects. No other payout to that account has exactly this amount. */
export type PayoutTarget = Readonly<{ accountNumber: string; amount: Money }>

export type PayoutMishap =
  /** The bank accepts the order and does not answer. */
  | Readonly<{ kind: 'unanswered' }>
  /** The bank pays after this many seconds. */
  | Readonly<{ kind: 'slow'; seconds: number }>
  /** The payout fails this many times, and the naira is returned each time. */
  | Readonly<{ kind: 'fails'; times: number }>
  /** The payout succeeds, and the receiving bank returns it this many seconds later. */
  | Readonly<{ kind: 'sent_back'; afterSeconds: number }>

/**
 * Actions that a scenario can take on the outside world of test mode: a simulated bank and our own networks. Each action names its amounts,
 * accounts and addresses, so that it affects no one else in the same sandbox. We treat none of them as a fact: we read the results through
 * the same feeds and nodes as everything else.
 */
export type SandboxWorld = Readonly<{
  /** Networks on which tokens can be sent to a deposit address. */
  networks: readonly NetworkName[]
  /** A name on the sanctions list of test mode. */
  listedName: string | undefined
  pay(payments: readonly SandboxPayment[]): Promise<void>
  befallPayout(to: PayoutTarget, mishap: PayoutMishap): Promise<void>
  /** The bank reports this name for the account from now on. */
  nameAccount(account: Readonly<{ bankCode: string; accountNumber: string }>, name: string): Promise<void>
  /** The bank reports from now on that it has no such account. */
  closeAccount(account: Readonly<{ bankCode: string; accountNumber: string }>): Promise<void>
  /** Returns a wallet that can receive. The same words always give the same wallet. */
  openWallet(network: NetworkName, words: string): Promise<string>
  /** Returns a wallet that exists and does not accept the token. Undefined if no network has such wallets. */
  openWalletWithoutTrustline(): Promise<Readonly<{ network: NetworkName; address: string }> | undefined>
  sendTokens(network: NetworkName, to: string, amount: Money): Promise<void>
  /** Sends the tokens, then the network drops their block. Returns false if it was too late for that and the tokens have arrived. */
  sendTokensAndForget(network: NetworkName, to: string, amount: Money): Promise<boolean>
}>
