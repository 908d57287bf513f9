import type { FastifyBaseLogger } from 'fastify'
import type { BuyAcceptance } from '../../flows/buys/accept-buy.ts'
import type { FeedWaiters } from '../../flows/events/read-feed.ts'
import type { Previews } from '../../flows/previews/previews.ts'
import type { SellAcceptance } from '../../flows/sells/accept-sell.ts'
import type { WithdrawalAcceptance } from '../../flows/withdrawals/accept-withdrawal.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
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
import type { Gate } from './gate.ts'

/** Where one vendor's notifications come in, in one mode. */
export type BankHook = Readonly<{
  feed: BankFeed
  /** Whether notifications may come from this address; true where no networks are set. */
  mayComeFrom(address: string): boolean
}>

export type BankHooks = Readonly<Record<Mode, ReadonlyMap<string, BankHook>>>

/** What the routes need of the rest of the service. */
export type AppDeps = Readonly<{
  pool: Pool
  clock: Clock
  gate: Gate
  buys: BuyAcceptance
  sells: SellAcceptance
  withdrawals: WithdrawalAcceptance
  previews: Previews
  vendorAccounts: VendorAccountBook
  bankStandings: BankStandings
  /** Whose account it is. */
  nameEnquiry: NameEnquiry
  addresses: WalletAddressRules
  /** Networks that are asked about wallets. */
  walletChains: WalletChains
  explorers: Explorers
  rates: PublishedRates
  /** How endpoints' secrets are sealed, and where endpoints may be. */
  webhooks: Readonly<{ secretsKey: Buffer; walls: WebhookWalls }>
  /** Requests that wait for the next event. */
  feed: FeedWaiters
  /** What scenarios act upon in test mode, where it is simulated. */
  sandboxWorld: SandboxWorld | undefined
  errorReplies: ErrorReplies
  docs: Docs
  /** Tells the engine that a transaction is due. Nobody waits for it and it never fails: what is due stands in PostgreSQL. */
  wake: (transactionId: string) => void
  /** Where banks send their notifications. */
  hooks: BankHooks
  /** Who verifies what vendors say of payouts. */
  payoutHooks: PayoutHooks
  /** Tells the engine that something may have happened at a bank account. Many at once are one look; it may be lost. */
  nudgeAccount: (accountId: string) => void
  logger: FastifyBaseLogger
}>
