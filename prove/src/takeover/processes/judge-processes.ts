import type { Naming } from '../../forgery/naming.ts'
import type { Outcome } from '../../proof.ts'
import { some, unless } from '../../shortfalls.ts'
import { publicRoutes } from '../http-attacks.ts'
import { postings } from './forge-postings.ts'
import type { Tried } from './process-recorder.ts'
import { CAP_MINOR, type Left, type Role, type Victim } from './process-stage.ts'
import type { Theft } from './thefts.ts'

const SLOWEST_S = 60
/** Two lanes and two payout accounts. */
const CAPS = 4n

type Attacked = Readonly<{
  tried: readonly Tried[]
  naming: Naming
  rounds: number
  functions: ReadonlyMap<Role, number>
  tables: number
  thefts: readonly Theft[]
  known: ReadonlyMap<string, number>
  left: Left
  hours: number
  askedMinor: bigint
  askedOfSigning: bigint
  /** Where a thief would have the money of the business that signs. */
  thief: Victim['thief']
  controlled: boolean
}>

export function judgeProcesses(attacked: Attacked): Outcome {
  const { tried, naming, rounds, thefts, known, left, thief, askedMinor, askedOfSigning } = attacked
  const cap = CAP_MINOR * BigInt(attacked.hours)
  const moved = [...left.from.values()].reduce((sum, minor) => sum + minor, 0n)
  const above = [...left.from.values()].reduce((sum, minor) => sum + (minor > cap ? minor - cap : 0n), 0n)
  const ofSigning = (left.to.get(thief.number) ?? 0n) + (left.to.get(thief.wallet) ?? 0n)
  const unknown = thefts.filter(({ reference }) => !known.has(reference))
  const unnoticed = [
    ...naming.unnamed(),
    ...unknown.map(({ vendor, reference }) => `the theft ${reference} at ${vendor}`),
  ]
  const slowest = Math.max(naming.slowest(), ...known.values())
  const posted = tried.filter(
    ({ role, route, said }) => route === 'posting' && role !== 'owner' && said === 'accepted',
  )
  const admitted = tried.filter(({ said }) => said === 'admitted')
  const thin = findThin(tried, rounds)
  return {
    figures: {
      process_credentials: 8,
      process_functions: [...attacked.functions].map(([role, count]) => `${role}:${count}`).join(','),
      postings: postings.length,
      process_tables: attacked.tables,
      process_attempts: tried.length,
      process_refused: tried.filter(({ said }) => said !== 'accepted').length,
      forged: naming.count(),
      named: naming.named(),
      asked_minor: `${askedMinor}`,
      moved_minor: `${moved}`,
      moved_above_cap_minor: `${above}`,
      signing_asked_minor: `${askedOfSigning}`,
      signing_moved_minor: `${ofSigning}`,
      at_vendor_minor: `${left.atVendor}`,
      unnoticed: unnoticed.length,
      slowest_notice_s: slowest.toFixed(1),
    },
    shortfalls: [
      ...unless(attacked.controlled, 'an honest signed sell did not complete, so the refusals show nothing'),
      ...unless(above === 0n, `${above} kobo left above the caps`),
      ...unless(askedMinor > CAPS * cap, `only ${askedMinor} kobo were asked for, no more than the caps`),
      ...unless(moved > 0n, 'nothing left below the caps either, so the caps were not tried'),
      ...unless(ofSigning === 0n, `${ofSigning} kobo of the business with a signing key left`),
      ...unless(askedOfSigning > 0n, 'the business with a signing key was not attacked'),
      ...some(unnoticed.map((one) => `nothing names ${one}`)),
      ...unless(slowest <= SLOWEST_S, `something was named only after ${slowest.toFixed(1)} s`),
      ...some(posted.map(({ role, through }) => `the role of the ${role} posted ${through}`)),
      ...some(admitted.map(({ through }) => `the token of the api was good for ${through}`)),
      ...some(thin.map((what) => `too few attempts: ${what}`)),
    ],
  }
}

/** Returns what was tried too rarely. */
function findThin(tried: readonly Tried[], rounds: number): readonly string[] {
  const counts = new Map<string, number>()
  for (const { role, route, through } of tried) {
    const name = `${role}, ${route} ${through}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const wanted = [
    ...counts.keys(),
    ...publicRoutes.map(({ method, path }) => `payouts key, HTTP ${method} ${path}`),
    ...postings.flatMap(({ mode, step, debit, credit }) =>
      ['post_entry', 'inserts'].map(
        (way) => `owner, posting ${mode} ${step}: ${debit} / ${credit}, by ${way}`,
      ),
    ),
  ]
  return [...new Set(wanted)].filter((name) => (counts.get(name) ?? 0) < rounds)
}
