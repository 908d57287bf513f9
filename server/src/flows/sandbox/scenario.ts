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
import type { NumberDesk } from '../collections/number-desk.ts'
import type { SellAcceptance, SellAsking } from '../sells/accept-sell.ts'

/** Event types of a run, as in the event feed. */
type ExpectedEvent = `buy.${BuyStatus}` | `sell.${SellStatus}`

/** Fields that most scenarios accept: those of a buy or a sell. */
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

/** The caller's fields, parsed and validated. */
export type ScenarioGiven = Readonly<{
  amountMinor?: bigint | undefined
  reference: string | null
  idempotencyKey: string | null
  network?: NetworkName | undefined
  wallet?: Wallet | undefined
  /** The payer's or the beneficiary's account. */
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
  numbers: Pick<NumberDesk, 'obtain'>
  sells: SellAcceptance
  vendorAccounts: VendorAccountBook
  addresses: WalletAddressRules
  world: SandboxWorld
  wake: (transactionId: string) => void
  nudgeAccount: (accountId: string) => void
}>

/** The direct result of a run. The simulators do the rest. */
export type ScenarioRun = Readonly<{
  /** The created transactions, in order of creation. */
  transactionIds: readonly string[]
  /** The payment that was made without a buy. */
  payment?: SandboxPaymentFacts
}>

type SandboxPaymentFacts = Readonly<{
  accountNumber: string
  amount: Money
  payer: Readonly<{ bankName: string; accountNumber: string; accountName: string }>
}>

/** Arguments of a scenario's function. */
export type ScenarioCall = Readonly<{ name: string; asking: SellAsking; given: ScenarioGiven }>

export type Scenario = Readonly<{
  name: string
  /** Null if the scenario creates no transaction. */
  type: 'buy' | 'sell' | null
  /** What the scenario shows, in one sentence. */
  sentence: string
  does: string
  takes: readonly ScenarioField[]
  /** Event types of each transaction, in order. */
  expect: readonly ExpectedEvent[]
  run(deps: ScenarioDeps, call: ScenarioCall): Promise<ScenarioRun>
}>

/** Description of a scenario. */
export type ScenarioWords = Omit<Scenario, 'type' | 'run'>

/** Events of a buy from the arrival of its naira. */
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
