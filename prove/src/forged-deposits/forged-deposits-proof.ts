import type { NetworkName } from '@afara/server/kernel/networks.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { liveNetworks } from '../chains/live-network.ts'
import { createRandom, type Random } from '../fuzz/random.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { startProofPostgres } from '../proof-postgres.ts'
import { unless } from '../shortfalls.ts'
import type { Forgery, ForgingChain } from './forging-chain.ts'
import { type Judgement, judge } from './judge.ts'
import { playForgeries, playHonest, playReorg } from './play.ts'
import { type Stage, setStage } from './stage.ts'

/**
 * Forges deposits on every network, each next to an honest one. Makes honest deposits of every kind, and, on chains with reorgs, deposits
 * whose block is undone before it is final. The watcher, the adapters and the database functions are the service's own. Chains and tokens
 * can be made to misbehave, and nodes to lie.
 */
export const forgedDepositsProof: Proof = {
  name: 'forged-deposits',
  sentence: 'Every deposit that arrived is credited once, and no forged deposit is credited.',
  sizes: { rounds: { full: 4, short: 1 }, reorgs: { full: 500, short: 20 } },
  choices: { network: liveNetworks },
  run: prove,
}

type Ran = {
  kinds: Set<string>
  tried: Map<NetworkName, number>
  doubted: number
  reorgs: number
  undone: number
}

const HONEST_EVERY = 10

async function prove({ size, choice, progress, watchChains }: ProofInput): Promise<Outcome> {
  const [rounds, reorgs, chosen] = [size('rounds'), size('reorgs'), choice('network')]
  const networks = liveNetworks.filter((network) => chosen === undefined || network === chosen)
  const postgres = await startProofPostgres()
  const run = await createTemporaryRun()
  const random = createRandom(1, rounds)
  const ran: Ran = { kinds: new Set(), tried: new Map(), doubted: 0, reorgs: 0, undone: 0 }
  try {
    const stage = await setStage((await postgres.createDatabase()).url, networks, run, watchChains)
    try {
      for (let round = 0; round < rounds; round += 1)
        for (const chain of stage.chains) {
          await playRound(stage, chain, random, ran)
          progress.show(`${round + 1} of ${rounds} rounds on ${chain.network}`)
        }
      const undoing = stage.chains.filter(({ undo }) => undo !== undefined)
      for (let turn = 0; turn < reorgs && undoing.length > 0; turn += 1) {
        const chain = undoing[turn % undoing.length]
        if (chain === undefined) break
        ran.reorgs += 1
        if (await playReorg(stage, chain, random)) ran.undone += 1
        progress.show(`${turn + 1} of ${reorgs} reorgs`)
      }
      return toOutcome(await judge(stage), ran)
    } finally {
      await stage.stop()
    }
  } finally {
    await postgres.stop()
    run.remove()
  }
}

/** Plays every kind of forgery once, with honest customers in between. */
async function playRound(stage: Stage, chain: ForgingChain, random: Random, ran: Ran): Promise<void> {
  let played = 0
  for (const group of groupsOf(chain)) {
    if (await playForgeries(stage, chain, group, random)) ran.doubted += 1
    for (const { name } of group) ran.kinds.add(`${chain.network} ${name}`)
    if (Math.floor((played + group.length) / HONEST_EVERY) > Math.floor(played / HONEST_EVERY))
      await playHonest(stage, chain, random)
    played += group.length
  }
  ran.tried.set(chain.network, (ran.tried.get(chain.network) ?? 0) + played)
}

/** Groups the forgeries. A forgery that changes what every caller sees is tried alone. */
function groupsOf({ forgeries, together }: ForgingChain): readonly (readonly Forgery[])[] {
  const isAlone = ({ lie, begin }: Forgery) => lie !== undefined || begin !== undefined
  const quiet = forgeries.filter((forgery) => !isAlone(forgery))
  const groups = Array.from({ length: Math.ceil(quiet.length / together) }, (_, at) =>
    quiet.slice(at * together, (at + 1) * together),
  )
  return [...groups, ...forgeries.filter(isAlone).map((forgery) => [forgery])]
}

function toOutcome(found: Judgement, { kinds, tried, doubted, reorgs, undone }: Ran): Outcome {
  const { words, koboDifference } = found
  const forged = [...tried.values()].reduce((sum, count) => sum + count, 0)
  return {
    figures: {
      forged,
      ...Object.fromEntries([...tried].map(([network, count]) => [network.toLowerCase(), count])),
      kinds: kinds.size,
      credited: found.forgedCredited,
      honest: found.honest,
      honest_missed: found.lost,
      credited_twice: found.creditedTwice,
      reorgs,
      undone,
      set_aside: found.setAside,
      answers_doubted: doubted,
      kobo_difference: koboDifference.toString(),
      checks: found.checks,
    },
    shortfalls: [
      ...words.slice(0, 10),
      ...unless(
        koboDifference === 0n,
        `the deposits on the chains and in the database differ by ${koboDifference} kobo`,
      ),
      ...unless(undone === reorgs, `only ${undone} of ${reorgs} deposits were undone by a reorg`),
      ...unless(
        found.honest >= forged / 2,
        'there were fewer than half as many honest deposits as forgeries',
      ),
      ...unless(doubted > 0, 'no false answer of a node was rejected'),
      // On Solana, tokens cannot arrive without a recipient.
      ...unless(found.setAside > 0 || [...tried.keys()].join() === 'Solana', 'no deposit was quarantined'),
    ],
  }
}
