import { setTimeout } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { type Answer, spoil } from '../answer.ts'
import type { FaultName } from '../faults/catalogue.ts'
import type { Struck } from '../faults/fault-rules.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Approvals } from './ask-approval.ts'
import { judgeOrder, type Verdict } from './judge-order.ts'
import { orderPayout, type PayoutOrder } from './order-payout.ts'
import type { Payout } from './payout.ts'

/** A vendor's answers for the outcomes of an order. */
export type SendWords = Readonly<{
  taken(payout: Payout): Answer
  exists(payout: Payout, isNotFound: boolean): Answer
  refused(verdict: Extract<Verdict, { kind: 'refuse' }>): Answer
  /** A failure with a code of the national rail, although the order was accepted. */
  code(code: string): Answer
}>

const lost = [
  ['lost_then_timeout', 'timeout'],
  ['lost_then_reset', 'reset'],
  ['lost_then_502', '502'],
  ['rate_limited', '429'],
] as const
const accepted = [
  ['accept_then_timeout', 'timeout'],
  ['accept_then_reset', 'reset'],
  ['accept_then_502', '502'],
  ['accept_then_html', 'html'],
  ['accept_then_half_body', 'half_json'],
] as const

/** Accepts or refuses an order and sends the vendor's answer, unless a fault applies. */
export function createOrderDesk(bank: SimulatedBank, approvals: Approvals) {
  const times = new Map<string, number>()

  const strikeOrder = ({ account, reference, number, kobo }: PayoutOrder): Struck[] => {
    const key = `${account.number}/${reference}`
    const time = (times.get(key) ?? 0) + 1
    times.set(key, time)
    return bank.rules.forPayout(
      { vendor: account.vendor, account: account.number, reference, number, kobo },
      `${reference}/${time}`,
    )
  }

  const receive = async (
    order: PayoutOrder,
    words: SendWords,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const struck = strikeOrder(order)
    const has = (fault: FaultName) => struck.some((one) => one.fault === fault)
    const lostAs = lost.find(([fault]) => has(fault))
    if (lostAs !== undefined) return spoilt(reply, lostAs[1], '')
    const verdict = judgeOrder(bank, order, struck)
    if (verdict.kind === 'exists')
      return send(reply, words.exists(verdict.payout, has('duplicate_reference_404')))
    if (verdict.kind === 'refuse') return send(reply, words.refused(verdict))

    const payout = orderPayout(bank, order, struck)
    const right = words.taken(payout)
    // The payout is in the journal before any answer is sent, even a broken one.
    bank.flush()
    if (order.account.payouts.approvalUrl !== undefined) void approvals.ask(order.account, payout, struck)
    const spoiltAs = accepted.find(([fault]) => has(fault))
    if (spoiltAs !== undefined) return spoilt(reply, spoiltAs[1], JSON.stringify(right.body))
    const slow = struck.find(({ fault }) => fault === 'slow')
    if (slow !== undefined) await setTimeout(slow.seconds * 1000)
    const code = struck.find(({ fault }) => fault === 'accept_then_code')?.code
    return send(reply, code === undefined ? right : words.code(code))
  }
  return { receive, clear: () => times.clear() }
}

export type OrderDesk = ReturnType<typeof createOrderDesk>

function spoilt(reply: FastifyReply, kind: keyof typeof spoil, text: string): FastifyReply {
  spoil[kind](reply, text)
  return reply
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}
