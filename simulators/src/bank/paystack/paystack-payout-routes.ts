import type { FastifyInstance } from 'fastify'
import { answer } from '../answer.ts'
import type { CountRequest } from '../count-requests.ts'
import { payoutPage } from '../payouts/ledger-page.ts'
import type { OrderDesk } from '../payouts/order-desk.ts'
import type { Payout } from '../payouts/payout.ts'
import { readPayout } from '../payouts/read-payout.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { type ListQuery, readListQuery } from './paystack-list.ts'
import { accountOfKey, refusal, refuseKey } from './paystack-refusal.ts'
import { paystackSendWords, sayRefusal } from './paystack-send-words.ts'
import { transferId, writeTransfer } from './paystack-transfer.ts'

type Order = {
  source?: unknown
  amount?: unknown
  recipient?: unknown
  reference?: unknown
  reason?: unknown
}

const REFERENCE = /^[a-z0-9_-]{16,50}$/
const LEAST_KOBO = 10_000

/** Paystack's transfers under `/paystack`: order, verify, fetch and list. The key identifies the paying account. */
export function paystackPayoutRoutes(
  app: FastifyInstance,
  bank: SimulatedBank,
  desk: OrderDesk,
  count: CountRequest,
): void {
  const words = paystackSendWords(bank)
  const refuse = (code: string) => sayRefusal(code)

  app.post<{ Body: Order | null }>('/paystack/transfer', async (request, reply) => {
    count('paystack', 'send')
    const account = accountOfKey(bank, request)
    if (account === undefined) return refuseKey(reply)
    const { amount, recipient: code, reference, reason } = request.body ?? {}
    const recipient = bank.payouts.recipient(typeof code === 'string' ? code : '')
    const wrong = whatIsWrong(amount, reference, recipient?.account === account.number)
    if (wrong !== undefined || recipient === undefined) {
      const { status, body } = refuse(wrong ?? 'recipient_not_found')
      return reply.code(status).send(body)
    }
    const order = {
      account,
      reference: String(reference),
      kobo: BigInt(Number(amount)),
      bank: recipient.bank,
      number: recipient.number,
      name: recipient.name,
      narration: typeof reason === 'string' ? reason : '',
    }
    return desk.receive(order, words, reply)
  })

  for (const [path, find] of [
    ['/paystack/transfer/verify/:name', (account: string, name: string) => bank.payouts.find(account, name)],
    ['/paystack/transfer/:name', (_: string, name: string) => byIdOrCode(bank, name)],
  ] as const) {
    app.get<{ Params: { name: string } }>(path, async (request, reply) => {
      count('paystack', 'payout_requery')
      const account = accountOfKey(bank, request)
      if (account === undefined) return refuseKey(reply)
      const found = find(account.number, request.params.name)
      const payout = readPayout(bank, account, found)
      const on = { vendor: 'paystack', account: account.number, reference: found?.reference } as const
      const right =
        payout === undefined
          ? { status: 404, body: refusal('Transfer not found', 'transfer_not_found') }
          : {
              status: 200,
              body: { status: true, message: 'Transfer retrieved', data: writeTransfer(bank, payout) },
            }
      return answer(bank, reply, { face: 'payout_requery', on }, right)
    })
  }

  app.get<{ Querystring: ListQuery }>('/paystack/transfer', async (request, reply) => {
    count('paystack', 'payout_feed')
    const account = accountOfKey(bank, request)
    if (account === undefined) return refuseKey(reply)
    const asked = readListQuery(request.query)
    if (asked === undefined)
      return reply.code(400).send(refusal('Invalid value for perPage, page, from or to', 'invalid_params'))
    const { page, perPage, from, to } = asked
    const isWanted = ({ createdAt }: Payout) => createdAt >= from && createdAt <= to
    const { rows, total, pages } = payoutPage(bank, account, page - 1, perPage, isWanted)
    const body = {
      status: true,
      message: 'Transfers retrieved',
      data: rows.map((payout) => writeTransfer(bank, payout)),
      meta: { total, skipped: (page - 1) * perPage, perPage, page, pageCount: pages },
    }
    const on = { vendor: 'paystack', account: account.number } as const
    return answer(bank, reply, { face: 'payout_feed', on }, { status: 200, body })
  })
}

function whatIsWrong(amount: unknown, reference: unknown, isRecipient: boolean): string | undefined {
  if (typeof reference !== 'string' || !REFERENCE.test(reference)) return 'invalid_transfer_reference'
  if (!Number.isSafeInteger(amount) || Number(amount) < LEAST_KOBO) return 'invalid_amount'
  return isRecipient ? undefined : 'recipient_not_found'
}

function byIdOrCode({ payouts }: SimulatedBank, name: string): Payout | undefined {
  return payouts.byVendorId(name) ?? payouts.get(`payout_${Number(name) - transferId(0)}`)
}
