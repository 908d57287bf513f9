import { createTemporaryRun } from '@afara/stack/temporary-run.ts'
import type { LiveNetwork } from '../chains/live-network.ts'
import { createRandom } from '../fuzz/random.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { startProofPostgres } from '../proof-postgres.ts'
import { forgeries } from './forgeries.ts'
import { judge } from './judge.ts'
import { playForgery, playHonest, playReorg } from './play.ts'
import { setStage } from './stage.ts'

/**
 * Forged deposits on two chains, each beside an honest one; honest deposits of every kind; and deposits whose block is undone
 * before it was final. The watcher, the adapter and the record are the service's own, and so is the factory; the token can be
 * made to misbehave, and the node to lie.
 */
export const forgedDepositsProof: Proof = {
  name: 'forged-deposits',
  sentence: 'Nothing is credited but what arrived, once, and nothing that arrived is lost.',
  sizes: { forgeries: { full: 300, short: 42 }, reorgs: { full: 500, short: 20 } },
  run: prove,
}

async function prove({ size, progress, watchChains }: ProofInput): Promise<Outcome> {
  const [tried, reorgs] = [size('forgeries'), size('reorgs')]
  const postgres = await startProofPostgres()
  const run = await createTemporaryRun()
  const random = createRandom(1, tried)
  const networkOf = (turn: number): LiveNetwork => (turn % 2 === 0 ? 'Polygon' : 'Avalanche')
  const kinds = new Map<string, number>()
  let [doubted, undone] = [0, 0]
  try {
    const stage = await setStage((await postgres.createDatabase()).url, run, watchChains)
    try {
      for (let turn = 0; turn < tried; turn += 1) {
        // Each kind twice, once on either chain, before the next.
        const forgery = forgeries[Math.floor(turn / 2) % forgeries.length]
        if (forgery === undefined) throw new Error('there are no forgeries')
        const { wasDoubted } = await playForgery(stage, networkOf(turn), forgery, random)
        if (wasDoubted) doubted += 1
        kinds.set(forgery.name, (kinds.get(forgery.name) ?? 0) + 1)
        if (turn % 10 === 0) await playHonest(stage, networkOf(turn / 10), random)
        progress.show(`${turn + 1} of ${tried} forgeries`)
      }
      for (let turn = 0; turn < reorgs; turn += 1) {
        if (await playReorg(stage, networkOf(turn), random)) undone += 1
        progress.show(`${turn + 1} of ${reorgs} reorgs`)
      }
      return toOutcome(await judge(stage), { tried, reorgs, kinds: kinds.size, doubted, undone })
    } finally {
      await stage.stop()
    }
  } finally {
    await postgres.stop()
    run.remove()
  }
}

function toOutcome(
  found: Awaited<ReturnType<typeof judge>>,
  ran: Readonly<{ tried: number; reorgs: number; kinds: number; doubted: number; undone: number }>,
): Outcome {
  const { words, forgedCredited, creditedTwice, lost, koboDifference } = found
  return {
    figures: {
      forgeries: ran.tried,
      kinds: ran.kinds,
      reorgs: ran.reorgs,
      undone: ran.undone,
      honest: found.honest,
      forged_credited: forgedCredited,
      credited_twice: creditedTwice,
      lost,
      set_aside: found.setAside,
      answers_doubted: ran.doubted,
      kobo_difference: koboDifference.toString(),
      checks: found.checks,
    },
    shortfalls: [
      ...words.slice(0, 10),
      ...(koboDifference === 0n
        ? []
        : [`${koboDifference} kobo are on the chains and not in the record, or the other way`]),
      ...(ran.kinds < Math.min(forgeries.length, Math.floor(ran.tried / 2))
        ? ['some forgeries were never tried']
        : []),
      ...(ran.undone < ran.reorgs ? [`only ${ran.undone} of ${ran.reorgs} deposits were undone`] : []),
      ...(found.honest < ran.tried / 2 ? ['too few honest deposits'] : []),
      ...(ran.doubted === 0 || found.setAside === 0
        ? ['no answer was doubted and nothing was set aside']
        : []),
    ],
  }
}
