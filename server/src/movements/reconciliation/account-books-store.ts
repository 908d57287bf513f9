import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { PayoutGap } from './explain-difference.ts'

/** The newest statement of a collection account. */
export type LastStatement = Readonly<{
  accountId: string
  mode: Mode
  runId: string
  days: Readonly<{ from: string; to: string }>
  openingMinor: bigint
  closingMinor: bigint
  /** Closing balance of the previous day's statement, if there is one. */
  closingBeforeMinor: bigint | undefined
  oursMinor: bigint
}>

export async function listLastStatements(sql: Sql): Promise<readonly LastStatement[]> {
  const { rows } = await sql.query<{
    account_id: string
    mode: Mode
    run_id: string
    first_day: string
    last_day: string
    opening: string
    closing: string
    before: string | null
    ours: string
  }>(
    `select v.id as account_id, v.mode, r.id as run_id, r.first_day::text, r.last_day::text, r.opening_minor::text as opening,
       r.closing_minor::text as closing, (
         select b.closing_minor::text from import_run b where b.vendor_account_id = v.id and b.last_day = r.first_day - 1
         order by b.imported_at desc, b.id desc limit 1) as before,
       account_sum(v.mode, 'bank', v.id::text, 'NGN')::text as ours
     from vendor_account v
     cross join lateral (
       select * from import_run i where i.vendor_account_id = v.id order by i.last_day desc, i.imported_at desc, i.id desc limit 1) r
     order by v.id`,
  )
  return rows.map((row) => ({
    accountId: row.account_id,
    mode: row.mode,
    runId: row.run_id,
    days: { from: row.first_day, to: row.last_day },
    openingMinor: BigInt(row.opening),
    closingMinor: BigInt(row.closing),
    closingBeforeMinor: row.before === null ? undefined : BigInt(row.before),
    oursMinor: BigInt(row.ours),
  }))
}

/** Counts the lines of these days, and those of them that only the statement reports. */
export async function countTold(
  sql: Sql,
  accountId: string,
  { from, to }: LastStatement['days'],
): Promise<Readonly<{ lines: number; onlyStatement: number }>> {
  const { rows } = await sql.query<{ lines: number; only_statement: number }>(
    `select count(*)::integer as lines, count(*) filter (where not exists (
         select from bank_line_assignment s where s.line_id = l.id and s.source <> 'statement'))::integer as only_statement
     from bank_line l
     where l.vendor_account_id = $1 and l.booked_at >= $2::date::timestamp at time zone 'Africa/Lagos'
       and l.booked_at < ($3::date + 1)::timestamp at time zone 'Africa/Lagos'`,
    [accountId, from, to],
  )
  return { lines: rows[0]?.lines ?? 0, onlyStatement: rows[0]?.only_statement ?? 0 }
}

/** A payout account according to the ledger and according to the vendor's lines. */
export type PayoutBooks = Readonly<{
  accountId: string
  mode: Mode
  /** The database was restored and may be behind the bank. Nothing is compared until the case is resolved. */
  isBehind: boolean
  oursMinor: bigint
  /** Sum and number of the vendor's lines that were read. */
  linesMinor: bigint
  lineCount: number
  /** Items that only the ledger or only the vendor's lines have. */
  gaps: readonly PayoutGap[]
  /** Number of payouts that have not ended or that the sums do not have yet, and the amounts of those without any line. */
  openCount: number
  unseen: readonly bigint[]
}>

type PayoutBooksRow = Readonly<{
  id: string
  mode: Mode
  is_behind: boolean
  ours: string
  lines: string
  line_count: string
  gaps: ReadonlyArray<
    Readonly<{
      key: string
      ours: string
      theirs: string
      since: string
      payout: Readonly<{
        id: string
        is_alive: boolean
        ended_at: string | null
        dead_at: string | null
      }> | null
    }>
  >
  open_count: number
  unseen: readonly string[]
}>

/** Reads every account that is not closed, in one snapshot. */
export async function readPayoutBooks(sql: Sql): Promise<readonly PayoutBooks[]> {
  const { rows } = await sql.query<PayoutBooksRow>(PAYOUT_BOOKS)
  return rows.map((row) => ({
    accountId: row.id,
    mode: row.mode,
    isBehind: row.is_behind,
    oursMinor: BigInt(row.ours),
    linesMinor: BigInt(row.lines),
    lineCount: Number(row.line_count),
    gaps: row.gaps.map(({ key, ours, theirs, since, payout }) => ({
      key,
      oursMinor: BigInt(ours),
      theirsMinor: BigInt(theirs),
      since: new Date(since),
      payout: payout && {
        id: payout.id,
        isAlive: payout.is_alive,
        endedAt: payout.ended_at === null ? undefined : new Date(payout.ended_at),
        deadAt: payout.dead_at === null ? undefined : new Date(payout.dead_at),
      },
    })),
    openCount: row.open_count,
    unseen: row.unseen.map(BigInt),
  }))
}

const PAYOUT_BOOKS = `
  select a.id, a.mode,
    coalesce(a.checked_start <> pg_postmaster_start_time(), false) or exists (
      select from case_file c where c.kind = 'restored' and c.state <> 'resolved' and c.facts ->> 'subject' = a.id::text) as is_behind,
    coalesce((select b.amount_minor from balance b
      where b.owner = a.id::text and b.kind = 'payout_bank' and b.asset = 'NGN' and b.mode = a.mode), 0)::text as ours,
    (coalesce(k.lines_minor, 0) + coalesce(n.minor, 0))::text as lines, (coalesce(k.line_count, 0) + n.count)::text as line_count,
    coalesce((
      select jsonb_agg(jsonb_build_object('key', i.key, 'ours', i.ours_minor::text, 'theirs', i.theirs_minor::text, 'since', i.since, 'payout', (
        select jsonb_build_object('id', x.id, 'is_alive', x.money_back_at is null, 'ended_at', x.ended_at, 'dead_at', x.money_back_at)
        from payout x where x.account_id = a.id and x.reference = substr(i.key, 5) and i.key like 'ref:%')) order by i.since)
      from (select * from payout_item i where i.account_id = a.id order by i.since limit 5000) i), '[]') as gaps,
    u.count as open_count, u.unseen
  from reconciling r
  cross join payout_account a
  left join payout_book k on k.account_id = a.id
  cross join lateral (
    select count(*) as count, sum(case l.direction when 'credit' then l.amount_minor::numeric else -l.amount_minor::numeric end) as minor
    from payout_line l where l.xid > r.through_xid and l.account_id = a.id) n
  cross join lateral (
    select count(*)::integer as count, coalesce(array_agg(m.amount_minor::text) filter (where not exists (
      select from payout_line l where l.reference = m.reference and l.account_id = a.id and l.kind <> 'fee')), '{}') as unseen
    from (
      select x.id, x.reference, t.amount_minor from payout x join payout_right t on t.id = x.right_id
        where x.account_id = a.id and x.next_look_at is not null and x.money_back_at is null and x.state <> 'ordered'
      union
      -- The sums do not have these yet, so they would be no gap either.
      select x.id, x.reference, t.amount_minor
        from entry e join payout_right t on t.transaction_id = e.transaction_id join payout x on x.right_id = t.id and x.entry_id = e.id
        where e.xid > r.through_xid and x.account_id = a.id and x.money_back_at is null and x.state <> 'ordered') m) u
  where a.state <> 'closed' order by a.id`
