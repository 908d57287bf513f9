import type { Logger } from 'pino'
import type { CreditDeps } from '../../flows/credits/credit-deps.ts'
import type { PayoutTimes } from '../../flows/payouts/payout-deps.ts'
import type { ReconcileSettings } from '../../flows/reconciliation/reconcile-deps.ts'
import type { SweepDeps } from '../../flows/sweeps/sweep-deps.ts'
import type { WebhookTimes } from '../../flows/webhooks/webhook-deps.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { WatchedChains } from '../../movements/deposits/deposit-chain.ts'
import type { BankFeeds } from '../../movements/feeds/bank-feed.ts'
import type { NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import type { PayoutRail } from '../../movements/payouts/payout-rail.ts'
import type { Chains } from '../../movements/transfers/chain.ts'
import type { Signer } from '../../movements/transfers/signer.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { WebhookSender } from '../../movements/webhooks/webhook-sender.ts'
import type { RateSource } from '../../records/rates/rate-source.ts'
import type { Screen } from '../../records/screening/screen.ts'
import type { NudgeEngine } from './nudge-engine.ts'

/** What the worker's loops and durable objects need of the rest of the service. */
export type WorkerDeps = Readonly<{
  pool: Pool
  /** Connected as the sealer, the only role that may write seals. */
  sealerPool: Pool
  sealHeadFile: string
  banks: Readonly<{ feeds: BankFeeds; pollMs: number }>
  rates: Readonly<{ sources: readonly RateSource[]; everyMs: number }>
  /** Who may not be dealt with. */
  screen: Screen
  /** The chains that tokens are sent on, and who signs for them. */
  chains: Chains
  /** The chains that tokens arrive on. */
  deposits: WatchedChains
  /** How tokens at deposit addresses are brought home; undefined where nobody signs. */
  sweeps: Pick<SweepDeps, 'chains' | 'signer' | 'settings'> | undefined
  /** What is empty sooner than this is a case. */
  floatRunwayMs: number
  signer: Signer
  /** The process that may move naira. */
  payer: PayoutRail
  /** How payouts take their time, where that is a setting. */
  payoutPace: Partial<PayoutTimes>
  /** How the books are compared with the world, where that is a setting. */
  reconciling: Partial<ReconcileSettings>
  /** Banks, asked whose account it is. */
  names: NameEnquiry
  /** How addresses of ours are told to people. */
  addresses: Pick<WalletAddressRules, 'tell'>
  /** How events are carried to businesses. */
  webhooks: Readonly<{
    sender: WebhookSender & Readonly<{ close(): Promise<void> }>
    secretsKey: Buffer
    pace: Partial<WebhookTimes>
  }>
  clock: Clock
  nudge: NudgeEngine
  logger: Logger
}>

/** What reading the banks needs. Failures go to the worker's log, which never names a payer. */
export function createCreditDeps({ pool, clock, logger, banks }: WorkerDeps): CreditDeps {
  return {
    pool,
    clock,
    feeds: banks.feeds,
    onFeedFailure: (about, why) => logger.warn({ ...about, why }, 'bank read failed; retrying'),
    onHintGivenUp: ({ mode, vendor, key, receivedAt }) =>
      logger.error(
        { mode, vendor, hint: key, receivedAt },
        'the bank does not confirm its own notification; see docs/runbooks/feed-behind.md',
      ),
  }
}
