import type { Outcome } from '../proof.ts'
import { some, tally, unless } from '../shortfalls.ts'
import { type Attempt, holders, type Route, routes } from './attempt.ts'
import { commands } from './command-attacks.ts'
import { refusedForgeries } from './forge-decision.ts'
import { pageRoutes, peopleRoutes, publicRoutes } from './http-attacks.ts'
import { kinds, unarmed } from './kinds.ts'
import type { Forged } from './notice.ts'
import type { Proposal } from './proposals.ts'

const SLOWEST_S = 60

/** Codes of PostgreSQL for a statement that is wrong for every role. */
const BROKEN = new Set(['42703', '42883', '42601', '42P01', '42P08', '42P18'])

type Result = Readonly<{
  attempts: readonly Attempt[]
  /** How often each attack was made. */
  rounds: number
  proposals: readonly Proposal[]
  /** Decisions that the database stored although nobody signed them, and after how many seconds each was named. */
  forged: readonly Forged[]
  noticed: ReadonlyMap<string, number>
  functions: readonly string[]
  tables: readonly string[]
  /** What left the bank and the lanes, in kobo. */
  left: bigint
  /** What the journals of the vault gained. */
  records: readonly Readonly<Record<string, unknown>>[]
  isControlled: boolean
}>

export function judgeTakeover(result: Result): Outcome {
  const { attempts, forged, noticed, left, records, proposals, isControlled } = result
  const granted = countGranted(records, forged)
  const changing = attempts.filter(({ effects }) => effects.length > 0)
  const effects = changing.length + (left === 0n ? 0 : 1)
  const unnoticed = forged.filter(({ caseId }) => !noticed.has(caseId))
  const slowest = unnoticed.length > 0 ? Number.POSITIVE_INFINITY : Math.max(0, ...noticed.values())
  const broken = attempts.filter(({ said }) => BROKEN.has(said))
  const thin = findThin(result)
  const disarmed = proposals.filter(({ form, obstacle }) => obstacle !== null && unarmed[form] === undefined)
  // A command runs only for an operator who is signed in, so nobody else may get further than the sign-in.
  const admitted = attempts.filter(
    ({ holder, route, said }) =>
      route === 'commands' &&
      ['pepper', 'former', 'key'].includes(holder) &&
      !said.startsWith('session_') &&
      said !== 'person_disabled',
  )
  const stored = attempts.filter(
    ({ what, said }) => said === 'accepted' && refusedForgeries.some((forgery) => forgery === what),
  )
  return {
    figures: {
      kinds: kinds.length,
      armed: new Set(proposals.filter(({ obstacle }) => obstacle === null).map(({ kind }) => kind)).size,
      credentials: Object.keys(holders).length,
      people_routes: peopleRoutes.length,
      pages: pageRoutes.length,
      public_routes: publicRoutes.length,
      commands: commands.length,
      functions: new Set(result.functions).size,
      tables: result.tables.length,
      attempts: attempts.length,
      changed_rows: attempts.filter(({ changed }) => changed.length > 0).length,
      answers: describeAnswers(attempts),
      forged_in_database: forged.length,
      named_by_vault: noticed.size,
      effects,
      vault_approved: granted,
      slowest_notice_s: Number.isFinite(slowest) ? slowest.toFixed(1) : 'never',
    },
    shortfalls: [
      ...unless(isControlled, 'the honest decision did not go through, so the proof shows nothing'),
      ...unless(left === 0n, `${left} kobo left`),
      ...some(
        changing.map(
          (one) =>
            `${one.effects.join(', ')} changed: ${one.kind ?? ''} ${one.through}, with ${one.holder}, ${one.what}`,
        ),
      ),
      ...unless(granted === 0, `the signer or the payer granted ${granted} things that nobody decided`),
      ...some(admitted.map(({ holder, through, said }) => `${holder} was admitted to ${through}: ${said}`)),
      ...some(stored.map(({ kind, what }) => `the database accepted ${kind}: ${what}`)),
      ...some(
        unnoticed.map(
          ({ caseId }) => `nothing names ${proposals.find((one) => one.caseId === caseId)?.kind}`,
        ),
      ),
      ...unless(slowest <= SLOWEST_S, 'a forged decision was named late or never'),
      ...unless(forged.length > 0, 'the database stored no forged decision, so the vault was not tried'),
      ...some(disarmed.map(({ form, obstacle }) => `the attack on ${form} cannot succeed: ${obstacle}`)),
      ...some(
        broken.map(({ through, what, said }) => `the attack itself is wrong: ${through}, ${what}: ${said}`),
      ),
      ...some(thin.map((what) => `too few attempts: ${what}`)),
    ],
  }
}

/** Counts payments that the vault signed or sent, and forged decisions that it found in order. */
function countGranted(records: Result['records'], forged: readonly Forged[]): number {
  const cases = new Set(forged.map(({ caseId }) => caseId))
  const paid = records.filter(({ action }) => ['pay', 'send', 'repeat'].includes(String(action)))
  const verified = records
    .flatMap(
      ({ decisions }) => (decisions ?? []) as readonly Readonly<{ case_id: string; problem?: string }>[],
    )
    .filter(({ case_id, problem }) => cases.has(case_id) && problem === undefined)
  return paid.length + verified.length
}

/** Returns what was tried too rarely: a kind by a way in, or a route, command, function or table. */
function findThin({ attempts, rounds, functions, tables }: Result): readonly string[] {
  const counts = new Map<string, number>()
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const { kind, route, through } of attempts) {
    count(`${route}: ${through}`)
    if (kind !== undefined) count(`${kind} by ${route}`)
  }
  const named = (route: Route, all: readonly Readonly<{ method: string; path: string }>[]) =>
    all.map(({ method, path }) => `${route}: ${method} ${path}`)
  const wanted = [
    // A table is attacked as a whole, for every kind at once.
    ...kinds.flatMap((kind) =>
      routes.filter((route) => route !== 'SQL tables').map((route) => `${kind} by ${route}`),
    ),
    ...named('people API', peopleRoutes),
    ...named('public API', publicRoutes),
    ...named('pages', pageRoutes),
    ...commands.map((name) => `commands: afara ops ${name}`),
    ...functions.map((name) => `SQL functions: ${name}`),
    ...tables.map((name) => `SQL tables: ${name}`),
  ]
  return wanted.filter((name) => (counts.get(name) ?? 0) < rounds)
}

function describeAnswers(attempts: readonly Attempt[]): string {
  return tally(attempts.map(({ said }) => said))
    .replaceAll(', ', ',')
    .replaceAll(' ', ':')
}
