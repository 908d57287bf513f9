import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { startProofPostgres } from '../proof-postgres.ts'
import { openArena } from './arena.ts'
import { playRound, type RoundResult } from './play-round.ts'
import { roundKinds } from './round-kinds.ts'

/**
 * Accepts many claims for one credit on several connections at once, while several matchers run. The credit arrives before, among or after
 * the claims. There are three kinds of round, in turn. If all claims belong to one business, they are interchangeable and exactly one wins.
 * If they belong to many trusted businesses, at most one wins: the first if it was alone at the time of the match, and otherwise none. If
 * one honest claim is among those of a thief without a remaining cap, the thief must not win.
 */
export const oneWinnerProof: Proof = {
  name: 'one-winner',
  sentence:
    'However many claims one credit has at once, it is matched once, and never to a thief beyond the exposure limit.',
  sizes: { rounds: { full: 1_000, short: 45 }, claims: { full: 200, short: 200 } },
  run: prove,
}

async function prove({ size, progress }: ProofInput): Promise<Outcome> {
  const [rounds, claims] = [size('rounds'), size('claims')]
  const postgres = await startProofPostgres()
  try {
    const database = await postgres.createDatabase()
    const arena = await openArena(database.url)
    const results: RoundResult[] = []
    for (let round = 0; round < rounds; round += 1) {
      const kind = roundKinds[round % roundKinds.length]
      if (kind !== undefined) results.push(await playRound(arena, { kind, round, claims }))
      progress.show(`${round + 1} of ${rounds} rounds`)
    }
    const { checks, findings } = await runChecks(arena.worker)
    await arena.close()
    return judge(
      results,
      claims,
      checks,
      findings.slice(0, 5).map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
    )
  } finally {
    await postgres.stop()
  }
}

function judge(
  results: readonly RoundResult[],
  claims: number,
  checks: number,
  findings: readonly string[],
): Outcome {
  const count = (fits: (result: RoundResult) => boolean) => results.filter(fits).length
  const twice = count(({ winners }) => winners.length > 1)
  const idle = count(({ kind, winners }) => kind === 'one_business' && winners.length === 0)
  const thieves = count(({ winners }) => winners.includes('thief'))
  const inOthers = (kind: RoundResult['kind']) =>
    count((result) => result.kind === kind && result.winners.length === 1)
  return {
    figures: {
      rounds: results.length,
      claims: results.length * claims,
      won_once: count(({ winners }) => winners.length === 1),
      won_twice: twice,
      won_by_nobody: count(({ winners }) => winners.length === 0),
      one_business_won: inOthers('one_business'),
      many_businesses_won: inOthers('many_businesses'),
      honest_won_beside_thief: inOthers('thief'),
      thief_won: thieves,
      matchers_met: results.reduce((sum, { matchings }) => sum + matchings, 0),
      checks,
    },
    shortfalls: [
      ...(twice > 0 ? [`${twice} credits were matched twice`] : []),
      ...(idle > 0 ? [`${idle} credits were not matched, although only one business claimed them`] : []),
      ...(thieves > 0 ? [`a thief beyond the exposure limit received ${thieves} credits`] : []),
      ...findings,
    ],
  }
}
