import { useConsole } from '../use-console.ts'

/** A row of one side: an entry of the ledger, a line of a bank, a transfer on a chain. */
export type TracedRow = Readonly<{
  id: string
  words: string
  amount_minor: string | null
  at: string | null
}>

export type Trace = Readonly<{
  what: string
  why: string
  is_explained: boolean
  ours_minor: string | null
  theirs_minor: string | null
  ours: readonly TracedRow[]
  theirs: readonly TracedRow[]
  transaction_id: string | null
}>

/** One thing that is compared. Without an asset, its figures count findings. */
export type Scope = Readonly<{
  kind: string
  scope: string
  title: string
  compares: string
  state: 'agrees' | 'differs' | 'confirmed'
  asset: string | null
  decimals: string
  ours_minor: string
  theirs_minor: string
  difference_minor: string
  since: string
  looked_at: string
  last_agreed_at: string | null
  case_id: string | null
  traces: readonly Trace[]
}>

export type Tampering = Readonly<{
  since: string | null
  case_id: string | null
  rows: ReadonlyArray<
    Readonly<{ row: string; problem: string; account: string | null; transaction_id: string | null }>
  >
}>

export type Close = Readonly<{
  day: string
  closed_at: string
  accounts: string
  signed_by: string | null
  signed_at: string | null
}>

export type Seals = Readonly<{
  verified_at: string | null
  owed_rows: string
  newest_seal: string | null
  sealed_at: string | null
  checked_at: string | null
  failing_checks: string
}>

export type Books = Readonly<{
  today: string
  scopes: readonly Scope[]
  tampering: Tampering
  seals: Seals
  closes: readonly Close[]
  unclosed: readonly string[]
  differing: readonly string[]
}>

/** Comparisons change with the rails: it is read again after each of them. */
export function useBooks() {
  return useConsole<Books>('rails', '/books')
}

export type BooksDay = Readonly<{
  day: string
  closed_at: string | null
  differing: readonly string[]
  lines: ReadonlyArray<
    Readonly<
      Record<
        'account' | 'asset' | 'decimals' | 'opening_minor' | 'in_minor' | 'out_minor' | 'closing_minor',
        string
      > &
        Record<'world_minor' | 'difference_minor', string | null>
    >
  >
  sign_off: Readonly<{
    name: string
    at: string
    text: string
    code: string
    is_verified: boolean
    site: string | null
  }> | null
}>

export function useBooksDay(day: string) {
  return useConsole<BooksDay>('rails', `/books/days/${day}`)
}

/** A day such as 2026-11-17 as a time that every formatter reads as this day. */
export const noonOf = (day: string): string => `${day}T11:00:00Z`

/** Days that wait for somebody: closed and not signed off, oldest first. */
export function toSign(closes: readonly Close[]): readonly Close[] {
  return closes.filter(({ signed_by: by }) => by === null).toReversed()
}

/** Accounts that exist outside the ledger too. */
const outside: ReadonlySet<string> = new Set(['bank', 'payout_bank', 'float', 'deposit', 'gas'])

/** Whether a line should have been compared with the outside, and was not: its first comparison came after the close. */
export function isUncompared({ account, world_minor: world }: BooksDay['lines'][number]): boolean {
  return world === null && outside.has(account.split(':')[0] ?? '') && !account.endsWith(':sweeper')
}
