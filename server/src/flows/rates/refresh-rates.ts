import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import type { SourceState } from '../../records/rates/choose-quotes.ts'
import { insertDecisions, selectHistory } from '../../records/rates/decision-store.ts'
import type { Decision } from '../../records/rates/judge-pair.ts'
import { isPublished, judgeRates } from '../../records/rates/judge-rates.ts'
import type { RateAnswer, RateSource } from '../../records/rates/rate-source.ts'
import {
  holdRateTurn,
  insertRateTable,
  selectOperatorRates,
  selectRateTables,
  takeRateTurn,
} from '../../records/rates/rate-store.ts'
import {
  composeTables,
  type Published,
  type RateTableName,
  readRates,
  type StandingTable,
} from '../../records/rates/rate-table.ts'
import { insertReading, selectLastWords } from '../../records/rates/reading-store.ts'

export type RefreshReport = Readonly<{
  failures: ReadonlyArray<{ source: string; reason: string }>
  held: ReadonlyArray<{ pair: string; because: string }>
  published: readonly RateTableName[]
}>

type RefreshDeps = Readonly<{ pool: Pool; clock: Clock; sources: readonly RateSource[]; everyMs: number }>

/**
 * Reads every source once, records the answers, and publishes the rates that pass the guards. Returns undefined when another worker has the
 * turn. Safe to repeat. No database transaction is open while a source is read.
 */
export async function refreshRates(deps: RefreshDeps): Promise<RefreshReport | undefined> {
  const { pool, clock, sources } = deps
  // Slightly shorter than the pause between two runs, which is randomised.
  const turn = await takeRateTurn(pool, { at: clock.now(), turnMs: Math.floor(deps.everyMs * 0.75) })
  if (turn === undefined) return undefined
  const answers = await Promise.all(sources.map(askSource))
  const readAt = clock.now()
  await inTransaction(pool, async (sql) => {
    for (const { source, answer } of answers) {
      await insertReading(sql, { id: newId(), source, readAt, answer })
    }
  })
  return inTransaction(pool, async (sql) => {
    if (!(await holdRateTurn(sql, turn))) return undefined
    const decisions = await decide(sql, sources, readAt)
    const published = await publish(sql, decisions, readAt)
    return {
      failures: answers.flatMap(({ source, answer }) =>
        answer.kind === 'failed' ? [{ source, reason: answer.reason }] : [],
      ),
      held: decisions.flatMap(({ pair, heldBecause }) =>
        heldBecause === undefined ? [] : [{ pair, because: heldBecause }],
      ),
      published,
    }
  })
}

/** A source should not throw. If it does, the other sources must still be read. */
async function askSource(source: RateSource): Promise<{ source: string; answer: RateAnswer }> {
  const answer = await source
    .read()
    .catch(
      (error: unknown): RateAnswer => ({ kind: 'failed', reason: `reading it failed: ${String(error)}` }),
    )
  return { source: source.name, answer }
}

async function decide(sql: Sql, sources: readonly RateSource[], now: Date): Promise<Decision[]> {
  const words = await selectLastWords(
    sql,
    sources.map(({ name }) => name),
    now,
  )
  const states = sources.map(({ name, pairs, staleAfterMs }): SourceState => {
    const word = words.find(({ source }) => source === name)
    const { failure, quotes = [], quotesReadAt = now } = word ?? {}
    return { source: name, pairs, staleAfterMs, failure, quotes, quotesReadAt }
  })
  const history = await selectHistory(sql, now)
  const decisions = judgeRates({
    states,
    operatorRates: await selectOperatorRates(sql, now),
    historyOf: (pair) =>
      history.get(pair) ?? {
        last: undefined,
        withinStep: undefined,
        withinLoneStep: undefined,
        withinLoneDrift: undefined,
      },
    now,
  })
  await insertDecisions(sql, decisions, now)
  return decisions
}

async function publish(sql: Sql, decisions: readonly Decision[], now: Date): Promise<RateTableName[]> {
  const published: Published = Object.fromEntries(
    decisions.filter(isPublished).map(({ pair, rate }) => [pair, rate]),
  )
  const newest = await selectRateTables(sql)
  const inForce = (name: RateTableName): StandingTable | undefined => {
    const table = newest.find((known) => known.name === name)
    return table !== undefined && table.expiresAt > now
      ? { ...table, rates: readRates(table.body) }
      : undefined
  }
  const tables = composeTables(published, { otcBuy: inForce('otc_buy'), usdcNgnc: inForce('usdc_ngnc') })
  for (const table of tables) await insertRateTable(sql, table, now)
  return tables.map(({ name }) => name)
}
