import type { FastifyBaseLogger } from 'fastify'
import type { BuyAcceptance } from '../../flows/buys/accept-buy.ts'
import type { NumberDesk } from '../../flows/collections/number-desk.ts'
import type { FeedWaiters } from '../../flows/events/read-feed.ts'
import type { Issuer } from '../../flows/papers/paper.ts'
import type { Previews } from '../../flows/previews/previews.ts'
import type { SellAcceptance } from '../../flows/sells/accept-sell.ts'
import type { WithdrawalAcceptance } from '../../flows/withdrawals/accept-withdrawal.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { BankFeed } from '../../movements/feeds/bank-feed.ts'
import type { BankStandings } from '../../movements/payouts/bank-standing.ts'
import type { NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import type { PayoutHooks } from '../../movements/payouts/payout-rail.ts'
import type { SandboxWorld } from '../../movements/sandbox/sandbox-world.ts'
import type { Explorers, WalletChains } from '../../movements/transfers/chain.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { WebhookWalls } from '../../movements/webhooks/check-webhook-url.ts'
import type { VendorAccountBook } from '../../records/banks/vendor-account-book.ts'
import type { PublishedRates } from '../../records/rates/published-rates.ts'
import type { Docs } from './docs/docs.ts'
import type { ErrorReplies } from './error-replies.ts'
import type { Exports } from './exports.ts'
import type { Gate } from './gate.ts'

/** Receives one vendor's notifications in one mode. */
export type BankHook = Readonly<{
  feed: BankFeed
  /** Returns whether notifications may come from this address. True if no networks are configured. */
  mayComeFrom(address: string): boolean
}>

export type BankHooks = Readonly<Record<Mode, ReadonlyMap<string, BankHook>>>

/** Dependencies of the routes. */
export type AppDeps = Readonly<{
  pool: Pool
  clock: Clock
  gate: Gate
  exports: Exports
  /** Connections for looking up the tokens of visitors, who may guess. No request with a key waits for them. */
  visitorPool: Pool
  /** The site whose pages may call the API from a browser. */
  dashboardOrigin: string | undefined
  buys: BuyAcceptance
  sells: SellAcceptance
  withdrawals: WithdrawalAcceptance
  previews: Previews
  vendorAccounts: VendorAccountBook
  /** Encrypts the identity references of customers. */
  customerKeys: Keyring
  /** Obtains account numbers for one payment. */
  numbers: NumberDesk
  bankStandings: BankStandings
  /** Returns the name of an account holder. */
  nameEnquiry: NameEnquiry
  addresses: WalletAddressRules
  /** Networks on which wallets are checked. */
  walletChains: WalletChains
  explorers: Explorers
  /** Our registered name and where to ask, for receipts and letters. */
  issuer: Issuer
  rates: PublishedRates
  /** The key that encrypts the endpoints' secrets, and the addresses that endpoints may use. */
  webhooks: Readonly<{ secretsKey: Buffer; walls: WebhookWalls }>
  /** Requests that wait for the next event. */
  feed: FeedWaiters
  /** The simulated world of test mode on which scenarios act, if there is one. */
  sandboxWorld: SandboxWorld | undefined
  errorReplies: ErrorReplies
  docs: Docs
  /**
   * Tells the engine that a transaction is due. The caller does not wait, and the call never throws: if the engine gets no message, the
   * sweeper finds the due work in PostgreSQL.
   */
  wake: (transactionId: string) => void
  /** Receivers of the banks' notifications. */
  hooks: BankHooks
  /** Verifies vendors' notifications about payouts. */
  payoutHooks: PayoutHooks
  /** Tells the engine that something may have happened at a bank account. Concurrent calls cause one check. A call may be lost. */
  nudgeAccount: (accountId: string) => void
  /** Nudges the account of a new buy, unless that could find nothing. A call may be lost. */
  lookForPayment: (buyId: string) => void
  logger: FastifyBaseLogger
}>
