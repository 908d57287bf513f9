import type { Stage } from '../drive/stage.ts'
import { attacks, type PaymentClass, paymentClasses } from '../world/world.ts'
import type { Releases } from './judge-releases.ts'
import type { Record } from './read-record.ts'

// Minimum number of each class per thousand payments. Attacks are spread evenly over their kinds.
const FLOORS: Partial<globalThis.Record<PaymentClass, number>> = {
  shared: 450,
  dedicated: 90,
  expected: 40,
  own_number: 30,
  part: 15,
  new_business: 15,
  tight: 15,
}
const LEAST = 1

/** Describes the kinds of payment, thief or decision that never occurred. A run proves nothing about those. */
export function tooLittle({ world, takenBack }: Stage, record: Record, releases: Releases): string[] {
  const shortfalls: string[] = []
  const thousands = world.credits.length / 1_000
  for (const paymentClass of paymentClasses) {
    const count = world.credits.filter((credit) => credit.class === paymentClass).length
    const floor = Math.max(LEAST, Math.floor((FLOORS[paymentClass] ?? 0) * thousands))
    if (count < floor)
      shortfalls.push(`only ${count} payments of the class ${paymentClass} were made; ${floor} are needed`)
  }
  for (const attack of attacks) {
    if (!world.claims.some((claim) => claim.attack === attack))
      shortfalls.push(`the attack ${attack} was never tried`)
  }
  const grounds = ['dedicated', 'expected', 'bound', 'within_cap']
  for (const ground of grounds) {
    if (!releases.right.some((release) => release.ground === ground))
      shortfalls.push(`no credit was matched on the ground ${ground}`)
  }
  for (const evidence of ['number', 'mask', 'tail', 'own_number', 'account']) {
    if (!releases.right.some((release) => release.evidence === evidence))
      shortfalls.push(`no credit was matched by the evidence ${evidence}`)
  }
  const kinds = [
    'contested',
    'ownership_unproved',
    'third_party',
    'weak_evidence',
    'unmatched',
    'stale_credit',
  ]
  for (const kind of [...kinds, 'overpaid', 'late_credit', 'duplicate']) {
    if (!record.casesByKind.has(kind)) shortfalls.push(`no case of the kind ${kind} was opened`)
  }
  if (takenBack.size === 0) shortfalls.push('no credit was taken back by its bank')
  if (releases.withinCapThefts.length === 0)
    shortfalls.push('no thief received anything within the exposure limit, so the limit was not tested')
  return shortfalls
}
