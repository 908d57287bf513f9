import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { createRandom } from '../fuzz/random.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { startProofPostgres } from '../proof-postgres.ts'
import { some, tally, unless } from '../shortfalls.ts'
import { type Day, playDay } from './play-day.ts'
import { openShop, type Shop } from './shop.ts'

/**
 * One business with one price makes links all day, on an account that it shares. Payers round down and up, pay twice, pay late, pay again
 * from another account, and use a bank that hides who they are; one in five does not write the code. After each event, the page, the
 * timeline and the API are compared with what the payer really did. The day is simulated; the delays are real, from the bank's line on.
 */
export const payLinksProof: Proof = {
  name: 'pay-links',
  sentence: 'A shop with one price makes any number of links, and nobody who has paid is told to pay.',
  sizes: { links: { full: 5_000, short: 200 } },
  run: prove,
}

const SEED = 20_261_117
const MOST_DELAY_S = 10

async function prove({ size, progress, readWalletRules }: ProofInput): Promise<Outcome> {
  const links = size('links')
  const postgres = await startProofPostgres()
  try {
    const database = await postgres.createDatabase()
    const shop = await openShop(database.url, await readWalletRules({}))
    try {
      const day = await playDay(shop, createRandom(SEED), links, progress)
      return await judge(shop, day, links)
    } finally {
      await shop.close()
    }
  } finally {
    await postgres.stop()
  }
}

async function judge(shop: Shop, day: Day, links: number): Promise<Outcome> {
  const credits = day.played.flatMap((one) => one.credits.map((credit) => ({ ...credit, one })))
  const record = await readRecord(shop)
  const wrongly = credits.filter(({ lineId, one }) =>
    record.given.some((given) => given.lineId === lineId && given.transactionId !== one.link.transactionId),
  )
  const people = credits.filter(({ lineId }) => record.asked.has(lineId))
  const paid = credits.reduce((sum, { minor }) => sum + minor, 0n)
  const difference = paid - record.givenMinor - record.returnedMinor - record.leftMinor
  const p95 = [...day.delays].sort((a, b) => a - b)[Math.floor(day.delays.length * 0.95)] ?? 0
  const { findings } = await runChecks(shop.worker)
  const silent = people.filter(({ one }) => !one.plan.writesCode).length
  return {
    figures: {
      links,
      refused: day.refused,
      payments: credits.length,
      with_people: `${((people.length * 100) / Math.max(1, credits.length)).toFixed(1)}%`,
      with_people_with_code: people.length - silent,
      released_wrongly: wrongly.length,
      returned: record.returns,
      comparisons: day.comparisons,
      paid_but_told_to_pay: day.toldToPay.length,
      false_words: day.falseWords.length,
      credit_to_received_p95_s: p95.toFixed(2),
      kobo_difference: difference.toString(),
    },
    shortfalls: [
      ...unless(day.refused === 0, `${day.refused} links were refused`),
      ...unless(wrongly.length === 0, `${wrongly.length} payments were given to another payer's link`),
      ...unless(day.toldToPay.length === 0, `payers who had paid were told to pay: ${tally(day.toldToPay)}`),
      ...unless(p95 <= MOST_DELAY_S, `one payer in twenty waited ${p95.toFixed(1)} s or longer`),
      ...unless(difference === 0n, `${difference} kobo are missing or too much`),
      ...unless(record.returns > 0 && people.length < credits.length, 'too little happened'),
      ...some([...new Set(day.falseWords)]),
      ...some(findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`)),
    ],
  }
}

/** Reads the outcome of each line, once everything has happened. */
async function readRecord({ owner }: Shop) {
  const read = async <Row extends object>(text: string) => (await owner.query<Row>(text)).rows
  const given = await read<{ lineId: string; transactionId: string; minor: string }>(
    'select line_id as "lineId", transaction_id as "transactionId", amount_minor::text as minor from afara.allocation',
  )
  const returned = await read<{ minor: string }>(
    'select amount_minor::text as minor from afara.credit_return',
  )
  const left = await read<{ minor: string }>('select left_minor::text as minor from afara.credit_fund')
  const asked = await read<{ lineId: string }>(
    `select line_id as "lineId" from afara.case_file where line_id is not null
     union select a.line_id from afara.case_file c join afara.allocation a on a.transaction_id = c.transaction_id`,
  )
  const sum = (rows: readonly { minor: string }[]) =>
    rows.reduce((total, { minor }) => total + BigInt(minor), 0n)
  return {
    given,
    givenMinor: sum(given),
    returns: returned.length,
    returnedMinor: sum(returned),
    leftMinor: sum(left),
    asked: new Set(asked.map(({ lineId }) => lineId)),
  }
}
