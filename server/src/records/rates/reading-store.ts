import { formatDecimal } from '../../kernel/money/decimal.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Pair } from './pair.ts'
import type { Quote, RateAnswer } from './rate-source.ts'
import { fromNumeric } from './rate-store.ts'

export type Reading = Readonly<{ id: string; source: string; readAt: Date; answer: RateAnswer }>

/** The newest reading of a source, and the quotes of its newest successful reading. */
export type LastWord = Readonly<{
  source: string
  readAt: Date
  failure: string | undefined
  quotes: readonly Quote[]
  /** Time at which the quotes were read. Without quotes, the time of the newest reading. */
  quotesReadAt: Date
}>

/** Records a source's answer in the caller's transaction. */
export async function insertReading(sql: Sql, { id, source, readAt, answer }: Reading): Promise<void> {
  await sql.query(`insert into rate_reading (id, source, read_at, failure) values ($1, $2, $3, $4)`, [
    id,
    source,
    readAt,
    answer.kind === 'failed' ? plain(answer.reason) : null,
  ])
  if (answer.kind === 'failed') return
  await sql.query(
    `insert into rate_quote (reading_id, pair, bid, ask, observed_at)
     select $1, * from unnest($2::text[], $3::numeric[], $4::numeric[], $5::timestamptz[])`,
    [
      id,
      answer.quotes.map(({ pair }) => pair),
      answer.quotes.map(({ bid }) => formatDecimal(bid)),
      answer.quotes.map(({ ask }) => formatDecimal(ask)),
      answer.quotes.map(({ observedAt }) => observedAt),
    ],
  )
}

/** Replaces characters that PostgreSQL cannot store or a terminal would interpret. A failure's reason may quote the source. */
function plain(reason: string): string {
  return reason.replace(/[^\x20-\x7e]/g, '?').slice(0, 300) || '?'
}

type QuoteRow = { source: string; readAt: Date; pair: Pair; bid: string; ask: string; observedAt: Date }

/**
 * Returns the last reading of each source. Ignores readings after `now`: a worker with a fast clock wrote them, and they would count as the
 * newest for too long.
 */
export async function selectLastWords(sql: Sql, sources: readonly string[], now: Date): Promise<LastWord[]> {
  const { rows: readings } = await sql.query<{ source: string; readAt: Date; failure: string | null }>(
    `select r.source, r.read_at as "readAt", r.failure from unnest($1::text[]) s (name)
     cross join lateral (
       select * from rate_reading where source = s.name and read_at <= $2 order by read_at desc limit 1) r`,
    [sources, now],
  )
  const { rows: quotes } = await sql.query<QuoteRow>(
    `select r.source, r.read_at as "readAt", q.pair, q.bid, q.ask, q.observed_at as "observedAt" from unnest($1::text[]) s (name)
     cross join lateral (
       select * from rate_reading where source = s.name and failure is null and read_at <= $2
       order by read_at desc limit 1) r
     join rate_quote q on q.reading_id = r.id`,
    [sources, now],
  )
  return readings.map(({ source, readAt, failure }) => ({
    source,
    readAt,
    failure: failure ?? undefined,
    quotesReadAt: quotes.find((quote) => quote.source === source)?.readAt ?? readAt,
    quotes: quotes
      .filter((quote) => quote.source === source)
      .map(({ pair, bid, ask, observedAt }) => ({
        pair,
        bid: fromNumeric(bid),
        ask: fromNumeric(ask),
        observedAt,
      })),
  }))
}

/** Returns every source that was ever read. */
export async function selectSourceNames(sql: Sql): Promise<string[]> {
  // Jumps from name to name along the index, because there are many readings and few names.
  const { rows } = await sql.query<{ source: string }>(
    `with recursive name as (
       (select source from rate_reading order by source limit 1)
       union all
       select (select r.source from rate_reading r where r.source > name.source order by r.source limit 1)
       from name where name.source is not null)
     select source from name where source is not null`,
  )
  return rows.map(({ source }) => source)
}
