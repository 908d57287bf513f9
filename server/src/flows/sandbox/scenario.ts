import type { Clock } from '../../kernel/clock/clock.ts'
import type { Money } from '../../kernel/money/money.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { SandboxWorld } from '../../movements/sandbox/sandbox-world.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { VendorAccountBook } from '../../records/banks/vendor-account-book.ts'
import type { BuyStatus } from '../../records/transactions/machines/buy-machine.ts'
import type { SellStatus } from '../../records/transactions/machines/sell-machine.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import type { BuyAcceptance } from '../buys/accept-buy.ts'
import type { SellAcceptance, SellAsking } from '../sells/accept-sell.ts'

/** The types of events of a run, as the feed names them. */
type ExpectedEvent = `buy.${BuyStatus}` | `sell.${SellStatus}`

/** What a caller may say of most runs: the words of a buy or a sell. */
export const usualFields = [
  'amount',
  'reference',
  'network',
  'wallet_address',
  'bank_name',
  'account_number',
  'account_name',
] as const
export const scenarioFields = [...usualFields, 'count', 'seconds'] as const
type ScenarioField = (typeof scenarioFields)[number]

/** What the caller said, read and judged. */
export type ScenarioGiven = Readonly<{
  amountMinor?: bigint | undefined
  reference: string | null
  idempotencyKey: string | null
  network?: NetworkName | undefined
  wallet?: Wallet | undefined
  /** Who pays, or is paid. */
  bank?: Readonly<{ code: string; name: string }> | undefined
  accountNumber?: string | undefined
  accountName?: string | undefined
  count?: number | undefined
  seconds?: number | undefined
}>

export type ScenarioDeps = Readonly<{
  pool: Pool
  clock: Clock
  buys: BuyAcceptance
  sells: SellAcceptance
  vendorAccounts: VendorAccountBook
  addresses: WalletAddressRules
  world: SandboxWorld
  wake: (transactionId: string) => void
  nudgeAccount: (accountId: string) => void
}>

/** What a run has done by itself; the world does the rest. */
export type ScenarioRun = Readonly<{
  /** Those it made, in the order of their making. */
  transactionIds: readonly string[]
  /** The one payment that was made, where nobody has claimed it. */
  payment?: SandboxPaymentFacts
}>

type SandboxPaymentFacts = Readonly<{
  accountNumber: string
  amount: Money
  payer: Readonly<{ bankName: string; accountNumber: string; accountName: string }>
}>

/** Everything that a scenario's function is handed. */
export type ScenarioCall = Readonly<{ name: string; asking: SellAsking; given: ScenarioGiven }>

export type Scenario = Readonly<{
  name: string
  /** Null where it makes no transaction. */
  type: 'buy' | 'sell' | null
  /** What it shows, in a sentence. */
  sentence: string
  /** What happens, step by step. */
  does: string
  takes: readonly ScenarioField[]
  /** The event types of each transaction, in order. */
  expect: readonly ExpectedEvent[]
  run(deps: ScenarioDeps, call: ScenarioCall): Promise<ScenarioRun>
}>

/** What a scenario says of itself. */
export type ScenarioWords = Omit<Scenario, 'type' | 'run'>

/** The way of a buy from the moment that its naira is here. */
const delivered = ['buy.payment_received', 'buy.cleared', 'buy.sending', 'buy.completed'] as const

export const buyDelivered: readonly ExpectedEvent[] = ['buy.pending_payment', ...delivered]

export const buyToppedUp: readonly ExpectedEvent[] = ['buy.pending_payment', 'buy.part_paid', ...delivered]

export const sellPaid: readonly ExpectedEvent[] = [
  'sell.pending_deposit',
  'sell.deposit_received',
  'sell.cleared',
  'sell.paying_out',
  'sell.completed',
]
