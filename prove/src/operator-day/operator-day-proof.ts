import { newId } from '@afara/server/kernel/ids/ids.ts'
import { hireOperator } from '@afara/stack/authenticator/software-signing.ts'
import { createRandom } from '../fuzz/random.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { startProofPostgres } from '../proof-postgres.ts'
import { some, tally, unless } from '../shortfalls.ts'
import { openDesk } from './desk.ts'
import { type Judged, judgeDay } from './judge-day.ts'
import { plantSuggestions } from './plant-suggestions.ts'
import { playDay } from './play-day.ts'
import { openStage, type Stage } from './stage.ts'

/**
 * Plays a day of a Nigerian payment company. docs/operate/operator-day.md publishes the mix of payers and says what is simulated. Three
 * operators decide by what the console shows them, through its API, each with a passkey. A touch is a take, a proposal, an approval, a note
 * or a freeze, and takes 60 to 180 seconds of the day.
 *
 * touches_per_1000: touches for 1,000 payments that the bank booked.
 * refund_p95_min: minutes from the booking of the credit until the bank had paid the refund, for 95 of 100. Where somebody else has time to
 * act, it counts from the end of that time: until the case about it is opened, a day to claim a payment that fits nothing, two days to
 * accept a late payment, two days to pay the rest.
 * refund_from_booking_p50_min, refund_from_booking_p95_min: the same from the booking for every refund, as its customer counts.
 * refunds_in_10_min: share of refunds that were paid within ten minutes of the booking.
 * hold_p95_min: minutes from the case that holds a payment until it was decided, for 95 of 100.
 * false_holds: share of all payments that were held although their payer owed nothing more.
 */
export const operatorDayProof: Proof = {
  name: 'operator-day',
  sentence:
    'Three operators decide a whole day at the console with three touches for 1,000 payments, and never wrongly.',
  sizes: { payments: { full: 10_000, short: 500 }, seed: { full: 20_261_118, short: 20_261_118 } },
  run: prove,
}

const STANDING_MS = 60 * 24 * 60 * 60 * 1000
const NAMES = ['Bisi', 'Chidi', 'Halima']
const MOST_TOUCHES = 3
const MOST_REFUND_MINUTES = 10
const MOST_HOLD_MINUTES = 30
const MOST_FALSE_HOLDS = 0.01
const MOST_UNSERVED = 0.008
const MOST_UNSERVED_OF_FEW = 0.01
/** A small day has each rare story at least once, so its touches for 1,000 payments say nothing. */
const LEAST_FOR_SHARES = 5_000

async function prove({ size, progress, readWalletRules, openPeople }: ProofInput): Promise<Outcome> {
  const postgres = await startProofPostgres()
  try {
    const database = await postgres.createDatabase()
    const stage = await openStage(database.url, await readWalletRules({}))
    try {
      const operatorIds = await hire(stage)
      const people = await openPeople(database.url, stage.clock)
      try {
        const seed = size('seed')
        const desk = openDesk(people.url, operatorIds, createRandom(seed, 2), stage)
        await desk.allowStanding(new Date(stage.now() + STANDING_MS).toISOString().slice(0, 10))
        const planted = plantSuggestions(stage)
        const day = await playDay({
          stage,
          desk,
          random: createRandom(seed, 1),
          count: size('payments'),
          progress,
          planted,
        })
        const judged = await judgeDay(stage, desk, day, planted.cases)
        for (const line of judged.table) progress.say(line)
        if (judged.unserved.length > 0) progress.say(`not served: ${tally(judged.unserved)}`)
        return outcomeOf(judged, desk.touches.length, desk.problems, planted.cases.size, day.sentBack)
      } finally {
        await people.stop()
      }
    } finally {
      await stage.close()
    }
  } finally {
    await postgres.stop()
  }
}

async function hire({ owner }: Stage): Promise<readonly string[]> {
  const ids: string[] = []
  for (const name of NAMES) {
    const by = { actor: 'system:prove', reason: 'a proof' }
    const email = `${name.toLowerCase()}.${newId().slice(-6)}@afara.test`
    ids.push((await hireOperator(owner, { email, name, ...by })).id)
  }
  return ids
}

function outcomeOf(
  judged: Judged,
  touches: number,
  problems: readonly string[],
  planted: number,
  sentBack: number,
): Outcome {
  const { payments, refunds, refundP95, holdP95, falseHolds, wrong, undecided, difference, findings } = judged
  const perThousand = (touches * 1_000) / payments
  const share = falseHolds / payments
  const isWhole = payments >= LEAST_FOR_SHARES
  return {
    figures: {
      payments,
      touches,
      touches_per_1000: perThousand.toFixed(2),
      refunds,
      refunds_per_1000: ((refunds * 1_000) / payments).toFixed(1),
      sent_back_by_vendor: sentBack,
      refund_p95_min: refundP95.toFixed(1),
      refund_from_booking_p50_min: judged.refundFromBookingP50.toFixed(1),
      refund_from_booking_p95_min: judged.refundFromBookingP95.toFixed(1),
      refunds_in_10_min: `${((judged.promptRefunds * 100) / Math.max(1, refunds)).toFixed(0)}%`,
      hold_p95_min: holdP95.toFixed(1),
      false_holds: `${(share * 100).toFixed(2)}%`,
      wrong_suggestions: planted,
      wrong_decisions: wrong.length + judged.followedWrongSuggestion,
      unserved: judged.unserved.length,
      kobo_difference: difference.toString(),
    },
    shortfalls: [
      ...some(wrong),
      ...unless(judged.followedWrongSuggestion === 0, 'a planted wrong suggestion was followed'),
      ...unless(
        !isWhole || perThousand <= MOST_TOUCHES,
        `${perThousand.toFixed(2)} touches for 1,000 payments`,
      ),
      ...unless(
        !isWhole || refundP95 <= MOST_REFUND_MINUTES,
        `one refund in twenty takes ${refundP95.toFixed(1)} minutes`,
      ),
      ...unless(holdP95 <= MOST_HOLD_MINUTES, `one hold in twenty lasts ${holdP95.toFixed(1)} minutes`),
      ...unless(!isWhole || share <= MOST_FALSE_HOLDS, `${falseHolds} payments were held without need`),
      ...unless(difference === 0n, `${difference} kobo are missing or too much`),
      ...unless(
        judged.unserved.length <= payments * (isWhole ? MOST_UNSERVED : MOST_UNSERVED_OF_FEW),
        `customers paid as asked and got nothing: ${tally(judged.unserved)}`,
      ),
      ...unless(refunds > 0 && planted > 0 && touches > 0, 'too little happened'),
      ...some(undecided.map((words) => `still open: ${words}`)),
      ...some(problems),
      ...some(findings),
    ],
  }
}
