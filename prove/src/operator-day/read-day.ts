import type { Day } from './play-day.ts'
import type { Stage } from './stage.ts'

export type Decision = Readonly<{
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

export async function readDecisions({ owner }: Stage): Promise<readonly Decision[]> {
  const { rows } = await owner.query<Decision>(
    `select id, kind::text as kind, resolution ->> 'action' as action, line_id as "lineId", transaction_id as "transactionId",
       resolution ->> 'transaction_id' as target, proposal ->> 'action' as suggested,
       proposal ->> 'transaction_id' as "suggestedTarget", ended,
       (extract(epoch from resolved_at - opened_at) / 60)::float as minutes
     from case_file where state = 'resolved' and kind <> 'request'`,
  )
  return rows
}

export type Refund = Readonly<{
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
export async function readRefunds({ owner }: Stage): Promise<readonly Refund[]> {
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

/** Cases that nobody decided, except those that stay because nothing can be done: who paid is unknown for ever. */
export async function readOpen({ owner }: Stage): Promise<readonly string[]> {
  const { rows } = await owner.query<{ words: string }>(
    `select kind || ' ' || state || ': ' || summary as words from case_file where state <> 'resolved'`,
  )
  return rows.map(({ words }) => words)
}

/** Lists customers who paid as asked and in time, and whose buy is not completed. */
export async function readUnserved({ owner }: Stage, { played }: Day): Promise<readonly string[]> {
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
export async function differenceOf({ owner, payer }: Stage, { played }: Day): Promise<bigint> {
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
