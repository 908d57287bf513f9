import { createRandom } from '../fuzz/random.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { type ProofPostgres, startProofPostgres } from '../proof-postgres.ts'
import { some, tally, unless } from '../shortfalls.ts'
import { type Judged, judgeDay } from './judge-day.ts'
import { startNumberBank } from './number-bank.ts'
import { playDay } from './play-day.ts'
import { openShop, START_MS } from './shop.ts'

/**
 * One business with one price makes links all day, each with an account number of its own from a vendor. Payers round down and up, pay
 * twice, pay late, pay again from another account, and use a bank that hides who they are; one in five does not write the code. Half of the
 * vendor's numbers book a payment that is wrong, late or the second; half send it back. A second, smaller shop has only an account that it
 * shares. After each event, the page, the timeline and the API are compared with what the bank really booked. The day is simulated; the
 * delays are real, from the payment on.
 */
export const payLinksProof: Proof = {
  name: 'pay-links',
  sentence:
    'A shop with one price makes any number of links, and no page asks a payer who has paid to pay again.',
  sizes: { links: { full: 5_000, short: 200 }, shared: { full: 1_000, short: 50 } },
  run: prove,
}

const SEED = 20_261_117
const MOST_DELAY_S = 10
// In hundredths of a percent.
const MOST_WITH_PEOPLE = 30

async function prove(input: ProofInput): Promise<Outcome> {
  const postgres = await startProofPostgres()
  try {
    const bank = await startNumberBank(input.readVendors, START_MS)
    try {
      const own = await play(input, postgres, input.size('links'), bank)
      const shared = await play(input, postgres, input.size('shared'), undefined)
      return judge(own, shared)
    } finally {
      await bank.stop()
    }
  } finally {
    await postgres.stop()
  }
}

async function play(
  { progress, readWalletRules }: ProofInput,
  postgres: ProofPostgres,
  links: number,
  bank: Parameters<typeof openShop>[2],
): Promise<Judged> {
  const database = await postgres.createDatabase()
  const shop = await openShop(database.url, await readWalletRules({}), bank)
  try {
    return await judgeDay(shop, await playDay(shop, createRandom(SEED), links, progress))
  } finally {
    await shop.close()
  }
}

const percent = (part: number, whole: number): string => `${((part * 100) / Math.max(1, whole)).toFixed(2)}%`

function judge(own: Judged, shared: Judged): Outcome {
  const both = [own, shared]
  const sum = (count: (one: Judged) => number): number => both.reduce((total, one) => total + count(one), 0)
  const [toldToPay, falseWords] = [
    both.flatMap(({ day }) => day.toldToPay),
    both.flatMap(({ day }) => day.falseWords),
  ]
  const refused = sum(({ day }) => day.refused)
  const wrongly = sum(({ releasedWrongly }) => releasedWrongly)
  const difference = own.difference + shared.difference
  const delay = Math.max(own.p95, shared.p95)
  return {
    figures: {
      links: own.day.played.length,
      own_numbers: own.ownNumbers,
      refused,
      payments: own.payments,
      sent_back: own.day.sentBack,
      with_people: percent(own.people, own.payments),
      businesses_asked: percent(own.asked, own.payments),
      returned: own.returns,
      shared_links: shared.day.played.length,
      shared_with_people: percent(shared.people, shared.payments),
      released_wrongly: wrongly,
      comparisons: sum(({ day }) => day.comparisons),
      paid_but_told_to_pay: toldToPay.length,
      false_words: falseWords.length,
      credit_to_received_p95_s: delay.toFixed(2),
      kobo_difference: difference.toString(),
    },
    shortfalls: [
      ...unless(refused === 0, `${refused} links were refused`),
      ...unless(own.ownNumbers === own.day.played.length, 'some links had no number of their own'),
      ...unless(
        own.people * 10_000 <= MOST_WITH_PEOPLE * own.payments,
        `people decide about ${own.people} payments: ${own.kinds}`,
      ),
      ...unless(wrongly === 0, `${wrongly} payments were given to another payer's link`),
      ...unless(toldToPay.length === 0, `payers who had paid were told to pay: ${tally(toldToPay)}`),
      ...unless(delay <= MOST_DELAY_S, `one payer in twenty waited ${delay.toFixed(1)} s or longer`),
      ...unless(difference === 0n, `${difference} kobo are missing or too much`),
      ...unless(own.returns > 0 && own.day.sentBack > 0 && own.asked > 0, 'too little happened'),
      ...some([...new Set(falseWords)]),
      ...some(both.flatMap(({ findings }) => findings)),
    ],
  }
}
