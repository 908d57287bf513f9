import { formatDecimal } from '../../kernel/money/decimal.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { describeSides } from '../../records/rates/choose-quotes.ts'
import { type PastDecision, selectLastDecisions } from '../../records/rates/decision-store.ts'
import { currencies } from '../../records/rates/pair.ts'
import { type PublishedTable, selectOperatorRates, selectRateTables } from '../../records/rates/rate-store.ts'
import { type RateTableName, readRates } from '../../records/rates/rate-table.ts'
import { type LastWord, selectLastWords, selectSourceNames } from '../../records/rates/reading-store.ts'

const titles: Readonly<Record<RateTableName, string>> = {
  otc_buy: 'OTC buy: naira to pay for one unit',
  usdc_ngnc: 'USDC to NGNC: naira received for USDC worth one unit',
}

/** Everything that an operator asks when a rate looks wrong, in the order of asking. */
export async function describeRates(sql: Sql, now: Date): Promise<string[]> {
  const tables = await selectRateTables(sql)
  const decisions = await selectLastDecisions(sql)
  const words = await selectLastWords(sql, await selectSourceNames(sql), now)
  const set = await selectOperatorRates(sql, now)
  return [
    ...(tables.length === 0 ? ['Nothing was ever published.', ''] : []),
    ...tables.flatMap((table) => describeTable(table, now)),
    'Pairs, at the last look:',
    ...decisions.flatMap((decision) => describeDecision(decision, now)),
    ...(decisions.length === 0 ? ['  none: is a worker running, and does it have sources?'] : []),
    '',
    'Sources:',
    ...words.map((word) => describeWord(word, now)),
    ...set.map(
      (rate) =>
        `  operator    ${rate.pair} ${describeSides(rate)}, set ${ago(rate.setAt, now)}, until ${rate.expiresAt.toISOString()}`,
    ),
  ]
}

export function describeHistory(decisions: readonly PastDecision[]): string[] {
  if (decisions.length === 0) return ['Nothing was decided about this pair yet.']
  return decisions.map(({ decidedAt, rate, heldBecause, used, dropped }) =>
    [
      decidedAt.toISOString(),
      rate === undefined ? 'no rate' : describeSides(rate),
      heldBecause === undefined ? `published, from ${used.join(', ')}` : `held: ${heldBecause}`,
      ...dropped.map(({ source, reason }) => `dropped ${source}: ${reason}`),
    ].join('  '),
  )
}

function describeTable({ name, body, publishedAt, asOf, expiresAt }: PublishedTable, now: Date): string[] {
  const rates = readRates(body)
  const state =
    expiresAt > now
      ? `expires in ${seconds(now, expiresAt)} s`
      : `EXPIRED ${ago(expiresAt, now)}: callers get 503`
  return [
    titles[name],
    `  published ${ago(publishedAt, now)}, as of ${ago(asOf, now)}, ${state}`,
    ...currencies.map((currency) => `  ${currency}  ${formatDecimal(rates[currency])}`),
    '',
  ]
}

function describeDecision(
  { pair, decidedAt, rate, heldBecause, used, dropped }: PastDecision,
  now: Date,
): string[] {
  const price = rate === undefined ? '' : describeSides(rate)
  const outcome = heldBecause === undefined ? `published, from ${used.join(', ')}` : `HELD: ${heldBecause}`
  return [
    `  ${pair.padEnd(10)}${price.padEnd(20)} ${outcome} (${ago(decidedAt, now)})`,
    ...dropped.map(({ source, reason }) => `      dropped ${source}: ${reason}`),
    ...(heldBecause === undefined || rate === undefined
      ? []
      : [
          `      if it is right: npm run admin -- rates set --pair ${pair} --bid ${formatDecimal(rate.bid)} --ask ${formatDecimal(rate.ask)} --expires-in-hours 1 --actor … --approver … --reason …`,
        ]),
  ]
}

function describeWord({ source, readAt, failure, quotes }: LastWord, now: Date): string {
  const [first] = quotes
  const said =
    first === undefined
      ? 'no quote yet'
      : `${quotes.length} ${quotes.length === 1 ? 'quote' : 'quotes'}, by its own time ${ago(first.observedAt, now)}`
  const failed = failure === undefined ? '' : ` FAILED: ${failure}; before that`
  return `  ${source.padEnd(11)} read ${ago(readAt, now)}:${failed} ${said}`
}

function ago(time: Date, now: Date): string {
  const past = seconds(time, now)
  if (past < 0) return `in ${-past} s`
  return past < 3 * 3600 ? `${past} s ago` : `${Math.floor(past / 3600)} h ago`
}

function seconds(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / 1000)
}
