import type { Logger } from 'pino'
import type { CreditDeps } from '../../flows/credits/credit-deps.ts'
import type { CaseHook } from '../../flows/mail/send-case-hook.ts'
import type { MailSending } from '../../flows/mail/send-mail.ts'
import type { PayoutTimes } from '../../flows/payouts/payout-deps.ts'
import type { SweepDeps } from '../../flows/sweeps/sweep-deps.ts'
import type { WebhookTimes } from '../../flows/webhooks/webhook-times.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { CollectionRails } from '../../movements/collections/collection-rail.ts'
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
import type { ProcessMetrics } from '../metrics/process-metrics.ts'
import type { NudgeEngine } from './nudge-engine.ts'

/** Dependencies of the worker's loops and durable objects. */
export type WorkerDeps = Readonly<{
  pool: Pool
  metrics: ProcessMetrics
  /** Connected as the sealer, the only role that may write seals. */
  sealerPool: Pool
  sealHeadFile: string
  banks: Readonly<{ feeds: BankFeeds; pollMs: number; rails: CollectionRails }>
  rates: Readonly<{ sources: readonly RateSource[]; everyMs: number }>
  /** Sanctions screening. */
  screen: Screen
  /** Chains on which tokens are sent. `signer` signs for them. */
  chains: Chains
  /** Chains on which tokens arrive. */
  deposits: WatchedChains
  /** Sweeps of deposit addresses to our treasury wallet; undefined if no signer is configured. */
  sweeps: Pick<SweepDeps, 'chains' | 'signer' | 'settings'> | undefined
  /** If a lane or payout account will be empty sooner than this, a case is opened. */
  floatRunwayMs: number
  signer: Signer
  /** The process that may move naira. */
  payer: PayoutRail
  /** Settings that override the timing of payouts. */
  payoutPace: Partial<PayoutTimes>
  /** Name enquiries at banks. */
  names: NameEnquiry
  /** Formats our deposit addresses for the customers who send to them. */
  addresses: Pick<WalletAddressRules, 'tell'>
  /** Delivery of events to businesses. */
  webhooks: Readonly<{
    sender: WebhookSender & Readonly<{ close(): Promise<void> }>
    secretsKey: Buffer
    pace: Partial<WebhookTimes>
  }>
  /** Mail to people; undefined if no mail server is configured. */
  mail: MailSending | undefined
  /** The operators' own endpoint for notices about cases, if there is one. */
  caseHook: Pick<CaseHook, 'url' | 'key'> | undefined
  clock: Clock
  nudge: NudgeEngine
  logger: Logger
}>

/** Dependencies for reading the banks. Failures go to the worker's log, which never names a payer. */
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
