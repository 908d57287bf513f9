import { hash } from 'node:crypto'
import type { MemberFact } from '../../shared/members/member-book.ts'
import {
  limitOf,
  type MemberContext,
  SIGNING_ROLES,
  signersOf,
} from '../../shared/members/member-signatures.ts'
import { orderText, type StoredOrder, totalOf } from './read-orders.ts'

/** An order whose items may be paid if it has no problem. `waits`: it may be paid later, without anybody doing anything. */
export type JudgedOrder = Pick<StoredOrder, 'id' | 'business_id' | 'mode' | 'items'> &
  Readonly<{ problem?: string; waits?: string }>

type Judgement = Readonly<{ judged: JudgedOrder; learned: readonly MemberFact[] }>

const PEOPLE = 2
const MINUTE_MS = 60_000

/** How long an account must have been known before it counts. */
const beneficiaryWaitMs = (mode: string): number => (mode === 'test' ? MINUTE_MS : 24 * 60 * MINUTE_MS)

/**
 * Verifies an order: enough different members of the business signed exactly these payments with their own passkeys. An order is verified
 * once, by the people who are members then. What was learned is for the journal.
 */
export function judgePaymentOrder(order: StoredOrder, context: MemberContext): Judgement {
  const { book, atMs } = context
  const { id, business_id: business, mode, items } = order
  const judged = { id, business_id: business, mode, items }
  const text = orderText(order)
  const digest = hash('sha256', text)
  const verified = book.verifiedText(id)
  if (verified !== undefined)
    return verified === digest
      ? { judged, learned: [] }
      : refused(judged, 'its rows changed after its signatures were verified')
  if (items.some(({ number }, place) => number !== place + 1) || items.length === 0)
    return refused(judged, 'a payment is missing')

  const { people, problems, waits } = signersOf(order.signatures, text, SIGNING_ROLES, order, context)
  const limit = limitOf(order, context)
  const total = totalOf(items)
  const alone = book.paidAlone(business, mode, atMs) + BigInt(order.withdrawn_alone_minor)
  const isSmall = total + alone <= limit.minor
  const isSettled = items.every((item) => {
    const seen = book.beneficiarySeenAt({ ...item, business, mode })
    return seen !== undefined && atMs - seen >= beneficiaryWaitMs(mode)
  })
  const needed = isSmall && isSettled ? 1 : PEOPLE
  if (people.size < needed) {
    const why = [`${people.size} of ${needed} members signed it`, ...problems].join(', ')
    // It may become enough by itself: a passkey or an account is new here, or the limit is used up for today.
    const mayCome = people.size > 0 && total <= limit.minor
    if (people.size + waits < needed && !mayCome) return { ...refused(judged, why), learned: limit.learned }
    return { judged: { ...judged, waits: why }, learned: limit.learned }
  }
  const fact = {
    kind: 'order',
    order: id,
    business,
    mode,
    text: digest,
    people: needed,
    total_minor: String(total),
  } as const
  return { judged, learned: [...limit.learned, fact] }
}

const refused = (judged: JudgedOrder, problem: string): Judgement => ({
  judged: { ...judged, problem },
  learned: [],
})
