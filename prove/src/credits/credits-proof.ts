import { randomInt } from 'node:crypto'
import { createRandom } from '../fuzz/random.ts'
import { raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { createAnswerTrouble } from './answer-faults.ts'
import { createBuyers } from './buyers.ts'
import { endQuietly } from './end-quietly.ts'
import { createImports } from './import-days.ts'
import { judgeRun } from './judge-run.ts'
import { killInTurn } from './kill-in-turn.ts'
import { bankAccounts } from './places.ts'
import { runDays } from './run-days.ts'
import { keepGoing } from './set-going-again.ts'
import { setStage } from './set-stage.ts'
import { createSpoofer } from './spoof.ts'

/**
 * A bank with a known truth reports its lines by notifications, lists and statements. It makes every error of its catalogue, while worker,
 * API and PostgreSQL are killed. The bank's clock starts days ago and is moved to the present, so that a notification three days late
 * arrives within the run. At the end each line is recorded once, and no other line exists.
 *
 * asides: readings that were set aside for an operator. The truth must explain each one: two payments under one session id, times in
 * another format, or a status that was withheld for hours.
 * only_aside: lines of the truth that are recorded nowhere else.
 * twice_held: lines recorded twice because one session id was shown for two payments. One of the two waits for an operator.
 * returns_by_feed: returns of our own money that a feed called a payment. No buy may receive them.
 * hints_left: notifications that were accepted and not settled, without the spoofed ones.
 */
export const creditsProof: Proof = {
  name: 'credits',
  sentence:
    'Each line of a bank is recorded once and to the kobo, whatever faults the bank has and whichever process is killed.',
  sizes: {
    credits: { full: 20_000, short: 640 },
    kills: { full: 30, short: 6 },
    seed: { full: randomInt(1, 1_000_000), short: randomInt(1, 1_000_000) },
  },
  run: prove,
}

const DAYS_MS = 5 * 86_400_000
// The vendors' future secrets are configured before they change, as the docs say.
const SETTINGS = {
  BANK_TEST_MONNIFY_SECRET: 'simulated_monnify_secret_2',
  BANK_TEST_MONNIFY_SECRET_PREVIOUS: 'simulated_monnify_secret_1',
  BANK_TEST_PROVIDUS_SECRET: 'simulated_providus_secret_2',
  BANK_TEST_PROVIDUS_SECRET_PREVIOUS: 'simulated_providus_secret_1',
  BANK_TEST_PAYSTACK_SECRET_KEY: 'sk_test_simulated_2',
  BANK_TEST_PAYSTACK_SECRET_KEY_PREVIOUS: 'sk_test_simulated_1',
  BANK_POLL_SECONDS: '1',
}

async function prove({ size, progress, readStatementFormats }: ProofInput): Promise<Outcome> {
  const [credits, kills, seed] = [size('credits'), size('kills'), size('seed')]
  const isLarge = credits >= 5_000
  const stack = await raiseLiveStack(
    { ...SETTINGS, BANK_LOOK_BACK_SECONDS: isLarge ? '30' : '5' },
    {
      bank: {
        accounts: bankAccounts,
        seed: String(seed),
        stoppedAt: new Date(Date.now() - DAYS_MS).toISOString(),
      },
    },
  )
  const random = (part: number) => createRandom(seed, part)
  try {
    const stage = await setStage(stack)
    const startedAt = performance.now()
    const trouble = createAnswerTrouble(stage.desk, random(1), isLarge)
    const imports = createImports({
      ...stage,
      random: random(2),
      formats: await readStatementFormats(),
    })
    const spoofer = createSpoofer(stack.apiUrl, random(3))
    const buyers = createBuyers(stack, stage.vendorNames, random(4))
    const buys = Math.max(30, Math.floor(credits / 60))
    const slices = isLarge ? 90 : 12
    const operators = keepGoing(stage)
    let share = 0
    const killing = killInTurn({
      stack,
      kills,
      random: random(5),
      progress: () => share,
      onKill: ({ name, downMs }) => progress.say(`${name} killed; ready again after ${downMs.toFixed(0)} ms`),
    })
    const onProgress = (now: number) => {
      share = now
    }
    const parts = { stage, random: random(6), credits, slices, buys, trouble, imports, spoofer, buyers }
    await runDays({ ...parts, strikeMs: isLarge ? 240_000 : 40_000, progress, onProgress })
    const killed = await killing
    await endQuietly(stage, trouble, imports, progress, isLarge ? 300_000 : 60_000)
    const unfrozen = await operators.stop()
    const seconds = (performance.now() - startedAt) / 1000
    const answerHits = trouble.hits()
    return await judgeRun({
      stage,
      credits,
      kills,
      buys,
      killed,
      answerHits,
      imports,
      spoofer,
      buyers,
      seconds,
      seed,
      unfrozen,
    })
  } finally {
    await stack.stop()
  }
}
