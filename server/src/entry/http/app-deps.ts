import type { FastifyBaseLogger } from 'fastify'
import type { BuyAcceptance } from '../../flows/buys/accept-buy.ts'
import type { SellAcceptance } from '../../flows/sells/accept-sell.ts'
import type { WithdrawalAcceptance } from '../../flows/withdrawals/accept-withdrawal.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { PayoutHooks } from '../../movements/payouts/payout-hooks.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { VendorAccountBook } from '../../records/banks/vendor-account-book.ts'
import type { PublishedRates } from '../../records/rates/published-rates.ts'
import type { Docs } from './docs/docs.ts'
import type { ErrorReplies } from './errors.ts'
import type { Gate } from './gate.ts'
import type { BankHooks } from './hooks/bank-hooks.ts'

/** What the routes need of the rest of the service. */
export type AppDeps = Readonly<{
  pool: Pool
  clock: Clock
  gate: Gate
  buys: BuyAcceptance
  sells: SellAcceptance
  withdrawals: WithdrawalAcceptance
  vendorAccounts: VendorAccountBook
  addresses: WalletAddressRules
  rates: PublishedRates
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
