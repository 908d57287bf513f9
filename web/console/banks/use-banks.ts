import type { Tone } from '../../shared/ui/pill.tsx'
import type { Rail } from '../now/use-now-screen.ts'
import { useConsole } from '../use-console.ts'

/** Counts arrive as the text that was sent, like every number of a reply. */
export type Day = Readonly<{ day: string; ended: string; succeeded: string; amount_minor: string }>

type Service = 'active' | 'draining' | 'frozen'

type Collecting = Readonly<{
  account_id: string
  number: string
  bank: string
  name: string
  state: Service
  feed: string | null
  read_at: string | null
  failures: string
  error: string | null
  days: readonly Day[]
}>

type Paying = Readonly<{
  account: string
  vendor: string
  state: Service
  because: string | null
  waiting: string
  waiting_minor: string
}>

export type PayoutBank = Readonly<{
  vendor: string
  bank_code: string
  bank: string
  state: Rail['state']
  typical_seconds: string | null
  slowest_seconds: string | null
  in_flight_minor: string
  last_at: string | null
  trouble: Readonly<{ since: string; until: string; attempts: string; succeeded: string }> | null
  days: readonly Day[]
}>

export type StoppedBank = Readonly<{
  bank_code: string
  bank: string
  reason: string
  by: string | null
  at: string
}>

export type Failure = Readonly<{
  transaction_id: string
  vendor: string
  bank: string
  amount_minor: string
  state: 'failed' | 'reversed'
  said: string | null
  at: string
}>

export type PairRate = Readonly<{
  pair: string
  range: string
  bid: string | null
  ask: string | null
  decided_at: string
  held_because: string | null
  used: readonly string[]
  dropped: ReadonlyArray<Readonly<{ source: string; reason: string }>>
  set_until: string | null
}>

export type Rates = Readonly<{
  tables: ReadonlyArray<
    Readonly<{
      name: 'otc_buy' | 'usdc_ngnc'
      published_at: string
      expires_at: string
      is_expired: boolean
      rates: ReadonlyArray<Readonly<{ currency: string; rate: string }>>
    }>
  >
  pairs: readonly PairRate[]
  sources: ReadonlyArray<
    Readonly<{
      source: string
      read_at: string
      failure: string | null
      quotes: string
      quoted_at: string | null
    }>
  >
  guards: ReadonlyArray<Readonly<{ name: string; limit: string; beyond: string }>>
}>

export type Banks = Readonly<{
  at: string
  collecting: readonly Collecting[]
  payout_accounts: readonly Paying[]
  payouts: readonly PayoutBank[]
  stopped: readonly StoppedBank[]
  failures: readonly Failure[]
  rates: Rates
}>

export function useBanks() {
  return useConsole<Banks>('all', '/banks')
}

export const services: Readonly<Record<Service, readonly [tone: Tone, words: string]>> = {
  active: ['good', 'In service'],
  draining: ['warn', 'Going out of service'],
  frozen: ['bad', 'Out of service'],
}
