import { Type } from 'typebox'
import type { BanksNow } from '../../../flows/console/read-banks.ts'
import { type Decimal, formatDecimal } from '../../../kernel/money/decimal.ts'
import { currencies, describeRange } from '../../../records/rates/pair.ts'
import { rateGuards } from '../../../records/rates/rate-guards.ts'
import { rateTableNames, readRates } from '../../../records/rates/rate-table.ts'
import { closedObject } from '../../http/object-schemas.ts'
import { textReply, wordReply } from '../../http/reply-fields.ts'
import { orNull, timeField } from './console-wire.ts'

const rate = (description: string) => textReply(description, '1600.5')

export const RatesWire = closedObject({
  tables: Type.Array(
    closedObject({
      name: wordReply(rateTableNames, 'The table that callers read.'),
      published_at: timeField('When it was published.'),
      expires_at: timeField('Until when callers get it.'),
      is_expired: Type.Boolean({ description: 'Callers get 503.' }),
      rates: Type.Array(
        closedObject({ currency: textReply('The currency.', 'USD'), rate: rate('Naira for one unit.') }),
      ),
    }),
    { description: 'What we publish.' },
  ),
  pairs: Type.Array(
    closedObject({
      pair: textReply('The pair.', 'USD/NGN'),
      range: textReply('What can be right at all.', '100 to 100000'),
      bid: orNull(rate('What one unit sells for; null: no rate.')),
      ask: orNull(rate('What one unit costs; null: no rate.')),
      decided_at: timeField('When it was decided.'),
      held_because: orNull(textReply('Why it was not published; null: it was.', 'it moved too far')),
      used: Type.Array(textReply('A source that counted.', 'quidax')),
      dropped: Type.Array(
        closedObject({
          source: textReply('A source that did not.', 'quidax'),
          reason: textReply('Why.', 'its quote is 12 minutes old'),
        }),
      ),
      set_until: orNull(timeField('Until when operators set it by hand; null: they did not.')),
    }),
    { description: 'The last decision about each pair.' },
  ),
  sources: Type.Array(
    closedObject({
      source: textReply('The source.', 'quidax'),
      read_at: timeField('When it was last read.'),
      failure: orNull(textReply('What went wrong; null: nothing.', 'HTTP 503')),
      quotes: Type.Integer({ description: 'The quotes of its last good answer.', minimum: 0 }),
      quoted_at: orNull(timeField('The time of these quotes.')),
    }),
  ),
  guards: Type.Array(
    closedObject({
      name: textReply('What is watched.', 'One source against the others'),
      limit: textReply('How far it may go.', '2%'),
      beyond: textReply('What happens beyond it.', 'Its quote is dropped.'),
    }),
    { description: 'What keeps a wrong rate from being published.' },
  ),
})

const perCent = (bps: bigint) => `${Number(bps) / 100}%`
const minutes = (ms: number) => (ms >= 3_600_000 ? `${ms / 3_600_000} h` : `${ms / 60_000} min`)
const { step, loneStep, loneDrift } = rateGuards

const guards = [
  {
    name: 'One source against the others',
    limit: perCent(rateGuards.outlierBps),
    beyond: 'Its quote is dropped.',
  },
  {
    name: 'Several sources that agree',
    limit: `${perCent(step.bps)} in ${minutes(step.windowMs)}`,
    beyond: 'The rate is held until two operators set it.',
  },
  {
    name: 'A single source',
    limit: `${perCent(loneStep.bps)} in ${minutes(loneStep.windowMs)}, ${perCent(loneDrift.bps)} in ${minutes(loneDrift.windowMs)}`,
    beyond: 'The rate is held until two operators set it.',
  },
  {
    name: 'The dollar against USDC',
    limit: perCent(rateGuards.pegBps),
    beyond: 'Neither is published.',
  },
  {
    name: 'A rate set by hand',
    limit: `${perCent(rateGuards.farBps)} from the last one`,
    beyond: 'It must be confirmed as far off.',
  },
  {
    name: 'A published rate without news',
    limit: minutes(rateGuards.validMs),
    beyond: 'It expires, and callers get 503.',
  },
]

export function toRatesWire({ at, tables, decisions, sources, setByHand }: BanksNow) {
  const text = (value: Decimal | undefined) => (value === undefined ? null : formatDecimal(value))
  return {
    tables: tables.map(({ name, body, publishedAt, expiresAt }) => {
      const rates = readRates(body)
      return {
        name,
        published_at: publishedAt.toISOString(),
        expires_at: expiresAt.toISOString(),
        is_expired: expiresAt <= at,
        rates: currencies.map((currency) => ({ currency, rate: formatDecimal(rates[currency]) })),
      }
    }),
    pairs: decisions.map(({ pair, rate: decided, decidedAt, heldBecause, used, dropped }) => ({
      pair,
      range: describeRange(pair),
      bid: text(decided?.bid),
      ask: text(decided?.ask),
      decided_at: decidedAt.toISOString(),
      held_because: heldBecause ?? null,
      used,
      dropped: dropped.map(({ source, reason }) => ({ source, reason })),
      set_until: setByHand.find((one) => one.pair === pair)?.expiresAt.toISOString() ?? null,
    })),
    sources: sources.map(({ source, readAt, failure, quotes }) => ({
      source,
      read_at: readAt.toISOString(),
      failure: failure ?? null,
      quotes: quotes.length,
      quoted_at: quotes[0]?.observedAt.toISOString() ?? null,
    })),
    guards,
  }
}
