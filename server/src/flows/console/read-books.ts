import type { Mode } from '../../kernel/mode.ts'
import type { Asset } from '../../kernel/money/money.ts'
import { networkNamed, parseNetwork } from '../../kernel/networks.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import {
  type ClosedDay,
  type Day,
  findSignOff,
  listCloses,
  listDiffering,
  readDay,
  type SignOff,
} from '../../movements/reconciliation/daily-close-store.ts'
import type { LookItem } from '../../movements/reconciliation/reconciliation-store.ts'
import { type RelyingParty, verifyKept } from '../../records/decisions/sign-decision.ts'
import {
  readSeals,
  type Scope,
  type Seals,
  selectScopes,
  selectTraces,
  type TracedRow,
} from './books-store.ts'

/** One finding of a comparison, with the rows of both sides that it is about. */
export type Trace = Readonly<{
  /** What disagrees: a reference, an address, a row. */
  what: string
  /** Why it is so, or that nothing explains it. */
  why: string
  isExplained: boolean
  oursMinor: bigint | null
  theirsMinor: bigint | null
  ours: readonly TracedRow[]
  theirs: readonly TracedRow[]
  transactionId: string | null
}>

export type ComparedScope = Omit<Scope, 'items'> &
  Readonly<{ title: string; compares: string; asset: Asset | null; traces: readonly Trace[] }>

/** A row that is not what was sealed. */
type Tampering = Readonly<{
  row: string
  problem: string
  account: string | null
  transactionId: string | null
}>

export type Books = Readonly<{
  at: Date
  today: string
  scopes: readonly ComparedScope[]
  tampering: readonly Tampering[]
  /** When tampering was first seen, and the case about it. */
  tamperedSince: Date | null
  tamperingCaseId: string | null
  seals: Seals
  closes: readonly ClosedDay[]
  /** Days that have ended and are not closed, oldest first, and what keeps them open. */
  unclosed: readonly string[]
  differing: readonly string[]
}>

const DAYS_SHOWN = 31
const DAY_MS = 86_400_000
const LAGOS_OFFSET_MS = 3_600_000

/** Reads how the books compare with banks, vendors and chains, each difference with its rows, and the close of each day. */
export async function readBooks(sql: Sql, mode: Mode, at: Date): Promise<Books> {
  const [scopes, seals, closes, differing] = await Promise.all([
    selectScopes(sql, mode),
    readSeals(sql),
    listCloses(sql, mode, DAYS_SHOWN),
    listDiffering(sql, mode),
  ])
  const keys = [
    ...new Set(scopes.flatMap(({ kind, items }) => items.flatMap((item) => keyOf(kind, item) ?? []))),
  ]
  const rows = Map.groupBy(await selectTraces(sql, mode, keys), ({ key }) => key)
  const today = lagosDay(at)
  const sealed = scopes.find(({ kind, scope }) => kind === 'ledger' && scope === 'seals')
  return {
    at,
    today,
    scopes: scopes.map(({ items, ...scope }) => ({
      ...scope,
      ...describeScope(scope),
      traces: items.flatMap((item) => traceOf(scope.kind, item, rows)),
    })),
    tampering: (sealed?.items ?? []).map((item) => tamperingOf(item, rows)),
    tamperedSince: sealed === undefined || sealed.state === 'agrees' ? null : sealed.since,
    tamperingCaseId: sealed?.caseId ?? null,
    seals,
    closes,
    unclosed: daysBetween(closes[0]?.day, today),
    differing,
  }
}

/** Returns the days after the last close that have ended. Without a close, nothing is known of the days before today. */
function daysBetween(last: string | undefined, today: string): readonly string[] {
  if (last === undefined) return []
  const days = []
  for (let at = Date.parse(last) + DAY_MS; at < Date.parse(today) && days.length < DAYS_SHOWN; at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

function lagosDay(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 10)
}

/** Names a scope as people do, and what it compares with what. */
function describeScope({
  kind,
  scope,
  name,
}: Pick<Scope, 'kind' | 'scope' | 'name'>): Pick<ComparedScope, 'title' | 'compares' | 'asset'> {
  const [network = scope, number] = scope.split(':')
  const naira = { asset: 'NGN' as const }
  const tokens = { asset: 'NGNC' as const }
  switch (kind) {
    case 'lane':
      return { title: `${network} lane ${number ?? ''}`.trim(), compares: 'ledger and chain', ...tokens }
    case 'deposits':
      return { title: `${network} deposits`, compares: 'ledger and chain', ...tokens }
    case 'gas':
      return {
        title: `${network} gas`,
        compares: 'ledger and chain',
        asset: networkNamed(parseNetwork(network)).gasAsset,
      }
    case 'payout_lines':
      return { title: capital(name ?? scope), compares: 'ledger and vendor’s lines', ...naira }
    case 'payout_balance':
      return { title: capital(name ?? scope), compares: 'vendor’s lines and balance', ...naira }
    case 'collection':
      return { title: name ?? scope, compares: 'ledger and statement', ...naira }
    case 'bank_lines':
      return { title: name ?? scope, compares: 'recorded credits and bank', ...naira }
    case 'vendor_debt':
      return { title: `${capital(scope)} settlements`, compares: 'what is due and what arrived', ...naira }
    default:
      return { ...(ledgerScopes[scope] ?? { title: scope, compares: '' }), asset: null }
  }
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
}

const ledgerScopes: Readonly<Record<string, Readonly<{ title: string; compares: string }>>> = {
  seals: { title: 'Sealed rows', compares: 'each row and its seal' },
  balances: { title: 'Balances', compares: 'each balance and its postings' },
  checks: { title: 'Checks', compares: 'what must always be true' },
}

/** Returns the key under which the rows of a finding are looked up. */
function keyOf(kind: Scope['kind'], item: LookItem): string | undefined {
  if (kind === 'payout_lines') return text(item['key'])
  if ((kind === 'collection' || kind === 'bank_lines') && item['line'] !== undefined)
    return `credit:${item['line']}`
  if (kind === 'lane') return `transfer:${uuidOf(text(item['transfer']) ?? '')}`
  if (kind === 'deposits' && item['address'] !== undefined) return `address:${item['address']}`
  const row = kind === 'ledger' ? rowOf(item) : undefined
  return row === undefined ? undefined : `${row.table}:${row.id}`
}

/** Returns a finding with its rows. Figures that only describe a comparison are no finding. */
function traceOf(
  kind: Scope['kind'],
  item: LookItem,
  rows: ReadonlyMap<string, readonly TracedRow[]>,
): readonly Trace[] {
  const key = keyOf(kind, item)
  const found = key === undefined ? [] : (rows.get(key) ?? [])
  const why = text(item['is']) ?? text(item['problem']) ?? ''
  const what =
    text(item['subject']) ??
    text(item['key'])?.replace(/^(ref|entry|line):/, '') ??
    text(item['transfer']) ??
    text(item['address']) ??
    text(item['line']) ??
    (item['opening_apart_minor'] === undefined ? undefined : 'The statement begins with another balance') ??
    (item['balance_minor'] === undefined ? undefined : `${item['kind']} ${item['owner']}`)
  if (what === undefined) return []
  return [
    {
      what,
      why: why === '' ? 'unexplained' : why.replaceAll('_', ' '),
      isExplained: !UNEXPLAINED.has(why) && kind !== 'ledger' && item['off_units'] === undefined,
      oursMinor: minor(
        item['ours_minor'] ?? item['settled_minor'] ?? item['tokens_minor'] ?? item['balance_minor'],
      ),
      theirsMinor: minor(
        item['theirs_minor'] ?? item['postings_minor'] ?? (item['is'] === MISSING ? 0 : undefined),
      ),
      ours: found.filter(({ side }) => side === 'ours'),
      theirs: found.filter(({ side }) => side === 'theirs'),
      transactionId: found.find(({ transactionId }) => transactionId !== null)?.transactionId ?? null,
    },
  ]
}

const MISSING = 'missing in the statement'
const UNEXPLAINED: ReadonlySet<string> = new Set(['', 'unexplained', MISSING])

function tamperingOf(item: LookItem, rows: ReadonlyMap<string, readonly TracedRow[]>): Tampering {
  const key = keyOf('ledger', item)
  const account = item['kind'] === undefined ? null : `${item['kind']} ${item['owner']} ${item['asset']}`
  return {
    row: text(item['subject']) ?? 'unknown',
    problem: (text(item['problem']) ?? 'row_changed').replaceAll('_', ' '),
    account,
    transactionId:
      (key === undefined ? [] : (rows.get(key) ?? [])).find(({ transactionId }) => transactionId !== null)
        ?.transactionId ?? null,
  }
}

/** Reads `entry 0198…` or `posting 0198…/0`, as the verification of seals names a row. */
function rowOf(item: LookItem) {
  const match = /^([a-z_]+) ([0-9a-f-]{36})(?:\/[0-9]+)?$/.exec(text(item['subject']) ?? '')
  return match === null ? undefined : { table: match[1] ?? '', id: match[2] ?? '' }
}

function uuidOf(id: string): string {
  return id.replace(/^[a-z]{3}_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function text(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}

function minor(value: string | number | undefined): bigint | null {
  return value === undefined ? null : BigInt(value)
}

/** A day with its accounts, and the sign-off with the result of verifying it now. */
export type BooksDay = Readonly<{
  day: Day
  signOff: (SignOff & Readonly<{ signedAtSite: string | undefined }>) | undefined
  differing: readonly string[]
}>

export async function readBooksDay(
  sql: Sql,
  relyingParty: RelyingParty,
  { mode, day }: Readonly<{ mode: Mode; day: string }>,
): Promise<BooksDay> {
  const found = await readDay(sql, mode, day)
  const signOff = await findSignOff(sql, mode, day)
  return {
    day: found,
    signOff: signOff && {
      ...signOff,
      signedAtSite: await verifyKept(signOff.publicKey, relyingParty, signOff.text, signOff),
    },
    differing: found.madeAt === undefined ? await listDiffering(sql, mode) : [],
  }
}
