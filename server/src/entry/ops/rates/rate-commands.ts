import type { Command } from 'commander'
import { formatDecimal } from '../../../kernel/money/decimal.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { describeSides } from '../../../records/rates/choose-quotes.ts'
import {
  type PastDecision,
  selectDecisions,
  selectLastDecisions,
} from '../../../records/rates/decision-store.ts'
import { currencies, pairs, parsePair } from '../../../records/rates/pair.ts'
import {
  type PublishedTable,
  selectOperatorRates,
  selectRateTables,
} from '../../../records/rates/rate-store.ts'
import { type RateTableName, readRates } from '../../../records/rates/rate-table.ts'
import { type LastWord, selectLastWords, selectSourceNames } from '../../../records/rates/reading-store.ts'
import { addSetRate } from '../open-commands.ts'
import type { OpsSession } from '../ops-session.ts'

export function addRateCommands(ops: Command, session: OpsSession): void {
  const rates = ops.command('rate').description('show and set rates')
  addSetRate(rates, session)
  rates
    .command('show')
    .description('show published rates, the quotes of each source, and why quotes were dropped')
    .action(async () => {
      await session.run(async ({ pool, clock }) => {
        session.print(...(await formatRates(pool, clock.now())))
      })
    })

  rates
    .command('history')
    .description('show the decisions about a pair, newest first')
    .requiredOption('--pair <pair>', pairs.join(', '))
    .option('--most <number>', 'the number of decisions', '20')
    .action(async ({ pair, most }: { pair: string; most: string }) => {
      await session.run(async ({ pool }) => {
        const decisions = await selectDecisions(
          pool,
          parsePair(pair),
          Math.max(1, Math.trunc(Number(most)) || 20),
        )
        session.print(...formatHistory(decisions))
      })
    })
}

const titles: Readonly<Record<RateTableName, string>> = {
  otc_buy: 'OTC buy: naira to pay for one unit',
  usdc_ngnc: 'USDC to NGNC: naira received for USDC worth one unit',
}

/** Lists everything that an operator needs when a rate looks wrong, in the order of diagnosis. */
async function formatRates(sql: Sql, now: Date): Promise<string[]> {
  const tables = await selectRateTables(sql)
  const decisions = await selectLastDecisions(sql)
  const sources = await selectLastWords(sql, await selectSourceNames(sql), now)
  const set = await selectOperatorRates(sql, now)
  return [
    ...(tables.length === 0 ? ['No rate was ever published.', ''] : []),
    ...tables.flatMap((table) => formatTable(table, now)),
    'Pairs, at the last refresh:',
    ...decisions.flatMap((decision) => formatDecision(decision, now)),
    ...(decisions.length === 0 ? ['  none. Is a worker running, and does it have sources?'] : []),
    '',
    'Sources:',
    ...sources.map((source) => formatSource(source, now)),
    ...set.map(
      (rate) =>
        `  operator    ${rate.pair} ${describeSides(rate)}, set ${formatAge(rate.setAt, now)}, until ${rate.expiresAt.toISOString()}`,
    ),
  ]
}

function formatHistory(decisions: readonly PastDecision[]): string[] {
  if (decisions.length === 0) return ['No decision about this pair yet.']
  return decisions.map(({ decidedAt, rate, heldBecause, used, dropped }) =>
    [
      decidedAt.toISOString(),
      rate === undefined ? 'no rate' : describeSides(rate),
      heldBecause === undefined ? `published, from ${used.join(', ')}` : `held: ${heldBecause}`,
      ...dropped.map(({ source, reason }) => `dropped ${source}: ${reason}`),
    ].join('  '),
  )
}

function formatTable({ name, body, publishedAt, asOf, expiresAt }: PublishedTable, now: Date): string[] {
  const rates = readRates(body)
  const state =
    expiresAt > now
      ? `expires in ${countSeconds(now, expiresAt)} s`
      : `EXPIRED ${formatAge(expiresAt, now)}: callers get 503`
  return [
    titles[name],
    `  published ${formatAge(publishedAt, now)}, as of ${formatAge(asOf, now)}, ${state}`,
    ...currencies.map((currency) => `  ${currency}  ${formatDecimal(rates[currency])}`),
    '',
  ]
}

function formatDecision(
  { pair, decidedAt, rate, heldBecause, used, dropped }: PastDecision,
  now: Date,
): string[] {
  const price = rate === undefined ? '' : describeSides(rate)
  const outcome = heldBecause === undefined ? `published, from ${used.join(', ')}` : `HELD: ${heldBecause}`
  return [
    `  ${pair.padEnd(10)}${price.padEnd(20)} ${outcome} (${formatAge(decidedAt, now)})`,
    ...dropped.map(({ source, reason }) => `      dropped ${source}: ${reason}`),
    ...(heldBecause === undefined || rate === undefined
      ? []
      : [
          `      if this rate is right: npx afara ops rate set --pair ${pair} --bid ${formatDecimal(rate.bid)} --ask ${formatDecimal(rate.ask)} --valid-minutes 60 --reason …`,
        ]),
  ]
}

function formatSource({ source, readAt, failure, quotes }: LastWord, now: Date): string {
  const [first] = quotes
  const said =
    first === undefined
      ? 'no quote yet'
      : `${quotes.length} ${quotes.length === 1 ? 'quote' : 'quotes'}, dated ${formatAge(first.observedAt, now)}`
  const failed = failure === undefined ? '' : ` FAILED: ${failure}; before that`
  return `  ${source.padEnd(11)} read ${formatAge(readAt, now)}:${failed} ${said}`
}

function formatAge(time: Date, now: Date): string {
  const past = countSeconds(time, now)
  if (past < 0) return `in ${-past} s`
  return past < 3 * 3600 ? `${past} s ago` : `${Math.floor(past / 3600)} h ago`
}

function countSeconds(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / 1000)
}
