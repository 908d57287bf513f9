import type { FastifyInstance } from 'fastify'
import { answer } from '../answer.ts'
import type { CountRequest } from '../count-requests.ts'
import type { Line } from '../ledger/line.ts'
import { ledgerPage } from '../payouts/ledger-page.ts'
import { rawNumber } from '../raw-number.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { type ListQuery, readListQuery } from './paystack-list.ts'
import { accountOfKey, refusal, refuseKey } from './paystack-refusal.ts'
import { transferId, writeTime } from './paystack-transfer.ts'

/** Our balance at Paystack, and its ledger. */
export function paystackLedgerRoutes(app: FastifyInstance, bank: SimulatedBank, count: CountRequest): void {
  app.get('/paystack/balance', async (request, reply) => {
    count('paystack', 'payout_feed')
    const account = accountOfKey(bank, request)
    if (account === undefined) return refuseKey(reply)
    const balance = rawNumber(String(bank.ledger.balance(account.number)))
    const body = { status: true, message: 'Balances retrieved', data: [{ currency: 'NGN', balance }] }
    const on = { vendor: 'paystack', account: account.number } as const
    return answer(bank, reply, { face: 'payout_feed', on }, { status: 200, body })
  })

  app.get<{ Querystring: ListQuery }>('/paystack/balance/ledger', async (request, reply) => {
    count('paystack', 'payout_feed')
    const account = accountOfKey(bank, request)
    if (account === undefined) return refuseKey(reply)
    const asked = readListQuery(request.query)
    if (asked === undefined)
      return reply.code(400).send(refusal('Invalid value for perPage or page', 'invalid_params'))
    const { page, perPage } = asked
    const { rows, total, pages } = ledgerPage(bank, account, page - 1, perPage)
    const body = {
      status: true,
      message: 'Balance ledger retrieved',
      data: rows.map((line) => writeRow(bank, line)),
      meta: { total, skipped: (page - 1) * perPage, perPage, page, pageCount: pages },
    }
    const on = { vendor: 'paystack', account: account.number } as const
    return answer(bank, reply, { face: 'payout_feed', on }, { status: 200, body })
  })
}

/** A row has the number of the transfer, not the merchant's reference. */
function writeRow({ payouts }: SimulatedBank, line: Line): object {
  const payout = payouts.ofLine(line.id)
  const at = writeTime(line.bookedAt)
  return {
    integration: 463_433,
    domain: 'test',
    balance: rawNumber(String(line.balanceAfter)),
    currency: 'NGN',
    difference: rawNumber(String(line.direction === 'credit' ? line.settled : -line.settled)),
    reason: payout?.narration ?? line.narration ?? '',
    model_responsible: responsible(line),
    // A movement that was not ordered through the API has a number from the dashboard.
    model_row: payout === undefined ? 990_000_000 + line.seq : transferId(payout.seq),
    id: 149_000_000 + line.seq,
    createdAt: at,
    updatedAt: at,
  }
}

function responsible({ mark }: Line): string {
  if (mark === 'charge') return 'TransferFee'
  return mark === 'funding' ? 'Topup' : 'Transfer'
}
