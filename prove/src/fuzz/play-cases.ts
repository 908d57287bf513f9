import { allKinds, type Catalogue, kindOfCase, wholeName } from './case.ts'
import { WHOLE_CATALOGUE_REQUESTS } from './judge/too-little.ts'
import keptFailures from './kept-failures.json' with { type: 'json' }
import type { Lane } from './lane.ts'
import { type Case, playCase, type Theatre } from './play-case.ts'

export const SHORT_RUNS = 25
const SHORT_RUN_CASES = 1_000

export type KeptFailure = Readonly<{ kind: string; seed: number; number: number; why: string }>

/** Returns the cases of failures that were fixed. Every run tries them first. */
export function keptCases(catalogue: Catalogue, kept: readonly KeptFailure[] = keptFailures): Case[] {
  return kept.map(({ kind: name, seed, number }, place) => {
    const kind = allKinds(catalogue).find((candidate) => wholeName(candidate) === name)
    if (kind === undefined)
      throw new Error(`kept-failures.json names a kind of case that no longer exists: "${name}"`)
    return { kind, seed, number, label: `k${place + 1}` }
  })
}

/** Returns the case with this number. It is the same in every run with this seed. */
export function caseOf(catalogue: Catalogue, seed: number, number: number): Case {
  return { kind: kindOfCase(catalogue, number), seed, number, label: `c${number}` }
}

/** A full run begins at the first kind. Shorter runs begin at 25 places, so that together they cover every kind. */
export function casesBefore(seed: number, requests: number): number {
  return requests >= WHOLE_CATALOGUE_REQUESTS ? 0 : (seed % SHORT_RUNS) * SHORT_RUN_CASES
}

/** Plays the kept cases, then new cases on all lanes until this many requests are sent. */
export async function playCases(
  theatre: Theatre,
  lanes: readonly Lane[],
  plan: Readonly<{ catalogue: Catalogue; seed: number; requests: number; onProgress: () => void }>,
): Promise<void> {
  const { catalogue, seed, requests, onProgress } = plan
  const waiting = keptCases(catalogue)
  let number = casesBefore(seed, requests)
  const next = (): Case | undefined => {
    const kept = waiting.shift()
    if (kept !== undefined) return kept
    if (theatre.tally.requests() >= requests) return undefined
    number += 1
    return caseOf(catalogue, seed, number)
  }
  await Promise.all(
    lanes.map(async (lane) => {
      for (let one = next(); one !== undefined; one = next()) {
        await playCase(theatre, lane, one)
        onProgress()
      }
    }),
  )
}
