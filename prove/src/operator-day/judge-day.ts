import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { quantile } from '../hour/quantile.ts'
import { tally } from '../shortfalls.ts'
import type { Desk, Touch } from './desk.ts'
import type { Day, Played } from './play-day.ts'
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

type Decision = Readonly<{
  id: string
  kind: string
  action: string | null
  lineId: string | null
  transactionId: string | null
  target: string | null
  suggested: string | null
  suggestedTarget: string | null
  ended: string
  minutes: number
}>

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

async function readDecisions({ owner }: Stage): Promise<readonly Decision[]> {
  const { rows } = await owner.query<Decision>(
    `select id, kind::text as kind, resolution ->> 'action' as action, line_id as "lineId", transaction_id as "transactionId",
       resolution ->> 'transaction_id' as target, proposal ->> 'action' as suggested,
       proposal ->> 'transaction_id' as "suggestedTarget", ended,
       (extract(epoch from resolved_at - opened_at) / 60)::float as minutes
     from case_file where state = 'resolved' and kind <> 'request'`,
  )
  return rows
}

type Refund = Readonly<{
  lineId: string
  /** From when nothing but us was awaited. */
  minutes: number
  bookedMinutes: number
  /** Whose time had to pass first. */
  waitsFor: 'nobody' | 'people' | 'a claim' | 'the business or the rest'
  kind: string | null
}>

/**
 * Returns how many minutes each refund took, from the booking of the credit, and from when nothing but us was awaited, until the bank had
 * paid it. Others are awaited before a case is opened, a day for a claim if nothing fits, two days for the business to accept a late
 * payment, and two days for the payer to pay the rest.
 */
async function readRefunds({ owner }: Stage): Promise<readonly Refund[]> {
  const { rows } = await owner.query<Refund>(
    `select (extract(epoch from p.paid_at - s.started_at) / 60)::float as minutes,
       (extract(epoch from p.paid_at - l.booked_at) / 60)::float as "bookedMinutes",
       case when s.started_at = l.booked_at then 'nobody' when s.started_at = k.opened_at then 'people'
         when r.transaction_id is null then 'a claim'
         else 'the business or the rest' end as "waitsFor",
       r.line_id as "lineId", k.kind::text as kind
     from credit_return r
     join bank_line l on l.id = r.line_id
     left join case_file k on k.id = r.case_id
     cross join lateral (
       select max(e.happened_at) as paid_at from transaction_event e
       where e.transaction_id = coalesce(r.transaction_id, r.id) and e.to_status = 'refunded') p
     cross join lateral (
       select coalesce(
           (select max(b.due_at) from business_case b where b.transaction_id = r.transaction_id),
           (select max(e.happened_at) + interval '48 hours' from transaction_event e
             where e.transaction_id = r.transaction_id and e.to_status = 'part_paid'),
           case when k.kind <> 'late_credit' then k.opened_at end,
           case when r.transaction_id is null and r.decided_at >= l.booked_at + interval '24 hours'
             then l.booked_at + interval '24 hours' end,
           l.booked_at) as started_at) s
     where p.paid_at is not null`,
  )
  return rows
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

/** Cases that nobody decided, except those that stay because nothing can be done: who paid is unknown for ever. */
async function readOpen({ owner }: Stage): Promise<readonly string[]> {
  const { rows } = await owner.query<{ words: string }>(
    `select kind || ' ' || state || ': ' || summary as words from case_file where state <> 'resolved'`,
  )
  return rows.map(({ words }) => words)
}

/** Lists customers who paid as asked and in time, and whose buy is not completed. */
async function readUnserved({ owner }: Stage, { played }: Day): Promise<readonly string[]> {
  const asked = played.filter(
    ({ plan, lines }) => ['exactly', 'rounded'].includes(plan.story) && lines.length > 0,
  )
  const { rows } = await owner.query<{ id: string; status: string }>(
    `select id, status from transaction where id = any ($1::uuid[]) and status <> 'completed'`,
    [asked.flatMap(({ order }) => order?.transactionId ?? [])],
  )
  return rows.map(({ id, status }) => {
    const one = asked.find(({ order }) => order?.transactionId === id)
    const code = one?.plan.channel === 'link' ? (one.plan.writesCode ? ' with code' : ' without code') : ''
    const wholly =
      one?.order !== null && one?.order.minor.toString().endsWith('00') ? ', whole naira asked' : ''
    return `${one?.plan.story} by ${one?.plan.channel}${code}${wholly}${one?.plan.isHidden === true ? ', payer hidden' : ''}: ${status}`
  })
}

/** Returns by how many kobo the books, the payouts at the vendor and the tokens on the chain differ from what the bank booked. */
async function differenceOf({ owner, payer }: Stage, { played }: Day): Promise<bigint> {
  const one = async (text: string): Promise<bigint> =>
    BigInt((await owner.query<{ minor: string | null }>(text)).rows[0]?.minor ?? 0)
  const paid = played.reduce((sum, { lines }) => sum + lines.reduce((all, { minor }) => all + minor, 0n), 0n)
  const given = await one('select sum(amount_minor)::text as minor from standing_allocation')
  const whole = await one(
    'select sum(amount_minor)::text as minor from credit_return where transaction_id is null',
  )
  const left = await one('select sum(left_minor)::text as minor from credit_fund')
  const taken = await one(
    `select sum(settled_minor)::text as minor from bank_line where direction = 'debit' and kind = 'recall'`,
  )
  const owed = await one(
    `select sum(b.amount_minor)::text as minor from balance b where b.kind = 'receivable' and b.asset = 'NGN'`,
  )
  const refunded = await one(
    `select sum(r.amount_minor)::text as minor from credit_return r
     join transaction t on t.id = coalesce(r.transaction_id, r.id) where t.status = 'refunded'`,
  )
  const sent = payer.payments
    .filter(({ status }) => status === 'success')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  return abs(paid - taken - (given - owed) - whole - left) + abs(refunded - sent)
}

function abs(minor: bigint): bigint {
  return minor < 0n ? -minor : minor
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
