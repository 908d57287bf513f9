import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { quantile } from '../hour/quantile.ts'
import { tally } from '../shortfalls.ts'
import type { Desk, Touch } from './desk.ts'
import type { Day, Played } from './play-day.ts'
import {
  type Decision,
  differenceOf,
  type Refund,
  readDecisions,
  readOpen,
  readRefunds,
  readUnserved,
} from './read-day.ts'
import type { Stage } from './stage.ts'

/** Kinds of case that keep money from going where its payer wants it. */
const HOLDS: ReadonlySet<string> = new Set([
  'third_party',
  'weak_evidence',
  'ambiguous',
  'contested',
  'ownership_unproved',
  'stale_credit',
  'screening_hit',
  'over_limit',
  'cannot_deliver',
])

const MOST_SLOW = 12
const PROMPT_MINUTES = 10

export type Judged = Readonly<{
  payments: number
  refunds: number
  refundP95: number
  refundFromBookingP50: number
  refundFromBookingP95: number
  /** Refunds that were paid within ten minutes of the booking. */
  promptRefunds: number
  holdP95: number
  falseHolds: number
  wrong: readonly string[]
  followedWrongSuggestion: number
  undecided: readonly string[]
  unserved: readonly string[]
  difference: bigint
  table: readonly string[]
  findings: readonly string[]
}>

/** Compares what was decided and paid with the truth of the day. */
export async function judgeDay(
  stage: Stage,
  desk: Desk,
  day: Day,
  planted: ReadonlySet<string>,
): Promise<Judged> {
  const truth = new Map(day.played.flatMap((one) => one.lines.map(({ lineId }) => [lineId, one] as const)))
  const decisions = await readDecisions(stage)
  const decided = decisions.filter(({ ended }) => ended === 'approved')
  const refunds = await readRefunds(stage)
  const sinceBooking = refunds.map(({ bookedMinutes }) => bookedMinutes)
  const holds = decisions.filter(({ kind }) => HOLDS.has(kind))
  const payments = truth.size
  const { findings } = await runChecks(stage.worker)
  return {
    payments,
    refunds: refunds.length,
    refundP95: quantile(
      refunds.map(({ minutes }) => minutes),
      0.95,
    ),
    refundFromBookingP50: quantile(sinceBooking, 0.5),
    refundFromBookingP95: quantile(sinceBooking, 0.95),
    promptRefunds: sinceBooking.filter((minutes) => minutes <= PROMPT_MINUTES).length,
    holdP95: quantile(
      holds.map(({ minutes }) => minutes),
      0.95,
    ),
    falseHolds: holds.filter((one) => isFalseHold(one, truth, day.played)).length,
    wrong: decided.flatMap((one) => wrongWords(one, truth, day.played)),
    followedWrongSuggestion: decided.filter(
      (one) => planted.has(one.id) && one.suggested === one.action && one.suggestedTarget === one.target,
    ).length,
    undecided: await readOpen(stage),
    unserved: await readUnserved(stage, day),
    difference: await differenceOf(stage, day),
    table: [
      ...tableOf(desk.touches, decisions),
      touchedOf(desk.touches, decisions, truth, day.played),
      waitsOf(refunds),
      slowestOf(refunds, truth),
    ],
    findings: [
      ...findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
      ...stage.failures,
      ...stage.lane.failures,
    ],
  }
}

/** A hold is false if the payer paid what was asked, in time, and nothing on a list means them. */
function isFalseHold(one: Decision, truth: ReadonlyMap<string, Played>, played: readonly Played[]): boolean {
  const story = ownerOf(one, truth, played)?.plan.story
  return story !== undefined && story !== 'listed' && story !== 'no_order'
}

function ownerOf(
  { lineId, transactionId }: Decision,
  truth: ReadonlyMap<string, Played>,
  played: readonly Played[],
): Played | undefined {
  if (lineId !== null) return truth.get(lineId)
  return played.find(({ order }) => order !== null && order.transactionId === transactionId)
}

/** Says what is wrong with a decision: money for somebody who does not own it, or kept from an owner whom the page names. */
function wrongWords(one: Decision, truth: ReadonlyMap<string, Played>, played: readonly Played[]): string[] {
  const owner = ownerOf(one, truth, played)
  const about = `${one.kind} ${formatId('case', one.id)} (${owner?.plan.story}): ${one.action}`
  if (owner === undefined) return []
  const { plan, order, saysWhose } = owner
  switch (one.action) {
    case 'allocate':
      return order?.transactionId === one.target ? [] : [`${about}, to somebody else's buy`]
    case 'return':
    case 'keep':
      return plan.story === 'third_party' && plan.channel === 'claim' && saysWhose
        ? [`${about}, although the payer says whose it is`]
        : []
    case 'release':
      return plan.story === 'listed' ? [`${about} of a listed person`] : []
    case 'freeze_and_report':
      return plan.story === 'listed' ? [] : [`${about} of somebody else`]
    default:
      return []
  }
}

/** Tells for whom refunds waited, and how long after the booking they were paid. */
function waitsOf(refunds: readonly Refund[]): string {
  const groups = [...Map.groupBy(refunds, ({ waitsFor }) => waitsFor)].map(([waitsFor, some]) => {
    const minutes = some.map(({ bookedMinutes }) => bookedMinutes)
    return `${waitsFor} ${some.length} (p95 ${quantile(minutes, 0.95).toFixed(1)})`
  })
  return `refunds by whom they waited for, minutes from the booking: ${groups.join(', ')}`
}

/** Tells who caused the touches. */
function touchedOf(
  touches: readonly Touch[],
  decisions: readonly Decision[],
  truth: ReadonlyMap<string, Played>,
  played: readonly Played[],
): string {
  const byCase = new Map(decisions.map((one) => [formatId('case', one.id), one]))
  const words = touches.flatMap(({ kind, caseId, what }) => {
    const decision = byCase.get(caseId)
    const plan = decision && ownerOf(decision, truth, played)?.plan
    if (plan === undefined) return []
    const code = plan.channel === 'link' && !plan.writesCode ? ' without code' : ''
    return `${kind} (${what}): ${plan.story} by ${plan.channel}${code}${plan.isHidden ? ', payer hidden' : ''}`
  })
  return `touched: ${tally(words)}`
}

/** Tells which refunds took longest. */
function slowestOf(refunds: readonly Refund[], truth: ReadonlyMap<string, Played>): string {
  const slowest = [...refunds].sort((one, other) => other.minutes - one.minutes).slice(0, MOST_SLOW)
  const words = slowest.map(({ lineId, minutes, kind }) => {
    const { story, channel } = truth.get(lineId)?.plan ?? {}
    return `${story} by ${channel}${kind === null ? '' : ` (${kind})`} ${minutes.toFixed(1)}`
  })
  return `slowest refunds in minutes: ${words.join(', ')}`
}

/** Lists the kinds of case by the touches that they caused. */
function tableOf(touches: readonly Touch[], decisions: readonly Decision[]): readonly string[] {
  const byKind = Map.groupBy(touches, ({ kind }) => kind)
  const rows = [...byKind].sort(([, one], [, other]) => other.length - one.length)
  return [
    `${'kind'.padEnd(22)}${'cases'.padStart(7)}${'touches'.padStart(9)}  what`,
    ...rows.map(([kind, all]) => {
      const cases = decisions.filter((one) => one.kind === kind).length
      const what = [...Map.groupBy(all, (one) => one.what)].map(([word, some]) => `${word} ${some.length}`)
      return `${kind.padEnd(22)}${String(cases).padStart(7)}${String(all.length).padStart(9)}  ${what.join(', ')}`
    }),
  ]
}
