import type { Tone } from '../../shared/ui/pill.tsx'
import type { CaseRow } from '../now/use-now-screen.ts'
import { useConsole } from '../use-console.ts'
import type { Subject } from '../use-search.ts'

/** Counts arrive as the text that was sent, like every number of a reply. */
export type BusinessHead = Readonly<{
  business_id: string
  name: string
  link_tag: string
  state: 'pending' | 'active' | 'suspended'
  tier: string | null
  is_frozen: boolean
  exposure_minor: string
  exposure_limit_minor: string
}>

export type BusinessRow = BusinessHead &
  Readonly<{
    is_losing: boolean
    file_waits_since: string | null
    balance_minor: string
    open_cases: string
    last_at: string | null
  }>

export type GoLive = Readonly<{
  state: 'draft' | 'submitted' | 'refused' | 'approved' | 'suspended'
  file: string | null
  digest: string | null
  submitted_at: string | null
  submitted_by: string | null
  lacks: ReadonlyArray<Readonly<{ item: string; name: string }>>
  company: Readonly<{ legal_name: string; rc_number: string }> | null
  people: ReadonlyArray<
    Readonly<{ name: string; role: string; share_bps: string; identity_reference: string }>
  >
  documents: ReadonlyArray<Readonly<{ kind: string; name: string; sha256: string }>>
  account: Readonly<{ bank: string; number: string; name: string; match: string }> | null
  monthly_minor: string | null
  largest_minor: string | null
  agreement: string | null
  consent: string | null
  refused_at: string | null
  to_fix: ReadonlyArray<Readonly<{ item: string; name: string; words: string }>>
  decided: Readonly<{
    case_id: string
    file: string
    at: string
    proposed_by: string | null
    approved_by: string | null
  }> | null
}>

export type Terms = Readonly<{
  fee_flat_minor: string
  fee_bps: string
  fee_cap_minor: string | null
  default_wallet: string | null
  daily_limit_minor: string | null
  velocity_hour_minor: string | null
  velocity_wallet_day_minor: string | null
  tolerance_minor: string
  may_hold_balance: boolean
  may_number_customers: boolean
  losses: ReadonlyArray<
    Readonly<{ vendor: string; amount_minor: string; fee_minor: string; cost_minor: string }>
  >
  lost_minor: string | null
}>

export type KeyRow = Readonly<{
  key_id: string
  begins_with: string
  label: string
  scopes: readonly string[]
  networks: readonly string[]
  state: 'active' | 'expired' | 'revoked'
  created_at: string
  last_used_at: string | null
  ends_at: string | null
}>

export type Standing = Readonly<{
  case_id: string
  decision: string
  ground: string
  is_for_all: boolean
  cap_minor: string
  used_minor: string
  total_minor: string
  expires_at: string
}>

export type WholeBusiness = Readonly<{
  business: BusinessHead & Readonly<{ frozen_because: string | null }>
  go_live: GoLive
  terms: Terms
  used: Readonly<{ day_minor: string; hour_minor: string }>
  balances: ReadonlyArray<
    Readonly<{ asset: string; available_minor: string; held_minor: string; owes_minor: string }>
  >
  keys: readonly KeyRow[]
  cases: readonly CaseRow[]
  transactions: readonly Subject[]
  activity: ReadonlyArray<Readonly<{ at: string; sentence: string; subject: string | null }>>
  standing: readonly Standing[]
}>

export type BusinessFilters = Readonly<{ who?: string; state?: BusinessHead['state'] }>

export function readBusinessFilters(search: Record<string, unknown>): BusinessFilters {
  const { who, state } = search
  return {
    ...(typeof who === 'string' && who !== '' && { who }),
    ...((state === 'pending' || state === 'active' || state === 'suspended') && { state }),
  }
}

export function useBusinesses(filters: BusinessFilters) {
  const query = new URLSearchParams(filters).toString()
  return useConsole<Readonly<{ businesses: readonly BusinessRow[]; has_more: boolean }>>(
    'all',
    `/businesses${query === '' ? '' : `?${query}`}`,
  )
}

export function useBusiness(id: string) {
  return useConsole<WholeBusiness>('all', `/businesses/${encodeURIComponent(id)}`)
}

/** What a business may do, in words. */
export const stateOf: Readonly<Record<BusinessHead['state'], readonly [tone: Tone, words: string]>> = {
  active: ['good', 'Active'],
  pending: ['ended', 'Not live yet'],
  suspended: ['bad', 'Suspended'],
}

/** Kobo as the plain naira that commands read: 1500000 is 15000.00. */
export const nairaOf = (minor: string): string =>
  `${BigInt(minor) / 100n}.${minor.padStart(3, '0').slice(-2)}`
