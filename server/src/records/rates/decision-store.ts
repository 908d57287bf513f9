import { newId } from '../../kernel/ids/ids.ts'
import { formatDecimal } from '../../kernel/money/decimal.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Dropped } from './choose-quotes.ts'
import { type Decision, type Extent, operatorSource, type PairHistory } from './judge-pair.ts'
import { type Pair, pairs } from './pair.ts'
import { rateGuards } from './rate-guards.ts'
import type { Sides } from './rate-source.ts'
import { fromNumeric } from './rate-store.ts'

export type PastDecision = Decision & Readonly<{ decidedAt: Date }>

export async function insertDecisions(
  sql: Sql,
  decisions: readonly Decision[],
  decidedAt: Date,
): Promise<void> {
  for (const { pair, rate, heldBecause, used, dropped } of decisions) {
    await sql.query(
      `insert into rate_decision (id, pair, decided_at, bid, ask, as_of, expires_at, held_because, used, dropped)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        newId(),
        pair,
        decidedAt,
        rate && formatDecimal(rate.bid),
        rate && formatDecimal(rate.ask),
        rate?.asOf,
        rate?.expiresAt,
        heldBecause,
        used,
        JSON.stringify(dropped),
      ],
    )
  }
}

type HistoryRow = {
  pair: Pair
  bid: string
  ask: string
  stepLeast: string | null
  stepMost: string | null
  loneLeast: string | null
  loneMost: string | null
  driftLeast: string | null
  driftMost: string | null
}

/**
 * Returns the published rates that the guards compare a new rate with. Ignores rates before an operator's last rate. Also ignores rates
 * after `now`, which a worker with a fast clock wrote.
 */
export async function selectHistory(sql: Sql, now: Date): Promise<Map<Pair, PairHistory>> {
  const { rows } = await sql.query<HistoryRow>(
    `select p.pair, last.bid, last.ask, extent.*
     from unnest($1::text[]) p (pair)
     cross join lateral (
       select * from rate_decision d where d.pair = p.pair and d.held_because is null and d.decided_at <= $5
       order by d.decided_at desc limit 1) last
     cross join lateral (
       select coalesce(max(d.decided_at), '-infinity') as at from rate_decision d
       where d.pair = p.pair and d.held_because is null and d.used = array[$6] and d.decided_at between $4 and $5) operator
     cross join lateral (
       select min(d.bid + d.ask) filter (where d.decided_at > $2) as "stepLeast",
         max(d.bid + d.ask) filter (where d.decided_at > $2) as "stepMost",
         min(d.bid + d.ask) filter (where d.decided_at > $3) as "loneLeast",
         max(d.bid + d.ask) filter (where d.decided_at > $3) as "loneMost",
         min(d.bid + d.ask) as "driftLeast", max(d.bid + d.ask) as "driftMost"
       from rate_decision d
       where d.pair = p.pair and d.held_because is null and d.decided_at > $4 and d.decided_at <= $5
         and d.decided_at >= operator.at) extent`,
    [
      pairs,
      new Date(now.getTime() - rateGuards.step.windowMs),
      new Date(now.getTime() - rateGuards.loneStep.windowMs),
      new Date(now.getTime() - rateGuards.loneDrift.windowMs),
      now,
      operatorSource,
    ],
  )
  return new Map(
    rows.map((row) => [
      row.pair,
      {
        last: { bid: fromNumeric(row.bid), ask: fromNumeric(row.ask) },
        withinStep: extent(row.stepLeast, row.stepMost),
        withinLoneStep: extent(row.loneLeast, row.loneMost),
        withinLoneDrift: extent(row.driftLeast, row.driftMost),
      },
    ]),
  )
}

/** Returns the last published rate, however old. Ignores rates after `now`. */
export async function selectLastPublished(sql: Sql, pair: Pair, now: Date): Promise<Sides | undefined> {
  const { rows } = await sql.query<{ bid: string; ask: string }>(
    `select bid, ask from rate_decision where pair = $1 and held_because is null and decided_at <= $2
     order by decided_at desc limit 1`,
    [pair, now],
  )
  const [last] = rows
  return last && { bid: fromNumeric(last.bid), ask: fromNumeric(last.ask) }
}

type DecisionRow = {
  pair: Pair
  decidedAt: Date
  bid: string | null
  ask: string | null
  asOf: Date | null
  expiresAt: Date | null
  heldBecause: string | null
  used: string[]
  dropped: Dropped[]
}

const COLUMNS = `pair, decided_at as "decidedAt", bid, ask, as_of as "asOf", expires_at as "expiresAt",
  held_because as "heldBecause", used, dropped`

/** Returns the newest decision of each pair, in the order of `pairs`. */
export async function selectLastDecisions(sql: Sql): Promise<PastDecision[]> {
  const { rows } = await sql.query<DecisionRow>(
    `select d.* from unnest($1::text[]) with ordinality p (pair, place)
     cross join lateral (
       select ${COLUMNS} from rate_decision where pair = p.pair order by decided_at desc limit 1) d
     order by p.place`,
    [pairs],
  )
  return rows.map(toDecision)
}

/** Returns decisions, newest first. */
export async function selectDecisions(sql: Sql, pair: Pair, most: number): Promise<PastDecision[]> {
  const { rows } = await sql.query<DecisionRow>(
    `select ${COLUMNS} from rate_decision where pair = $1 order by decided_at desc limit $2`,
    [pair, most],
  )
  return rows.map(toDecision)
}

function toDecision({ bid, ask, asOf, expiresAt, heldBecause, ...row }: DecisionRow): PastDecision {
  const rate =
    bid === null || ask === null || asOf === null || expiresAt === null
      ? undefined
      : { bid: fromNumeric(bid), ask: fromNumeric(ask), asOf, expiresAt }
  return { ...row, rate, heldBecause: heldBecause ?? undefined }
}

function extent(least: string | null, most: string | null): Extent | undefined {
  return least === null || most === null ? undefined : { least: fromNumeric(least), most: fromNumeric(most) }
}
