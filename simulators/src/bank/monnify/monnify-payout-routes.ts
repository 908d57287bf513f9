import type { FastifyInstance } from 'fastify'
import { answer } from '../answer.ts'
import type { CountRequest } from '../count-requests.ts'
import { parseNaira } from '../kobo.ts'
import { payoutPage } from '../payouts/ledger-page.ts'
import type { OrderDesk } from '../payouts/order-desk.ts'
import { readPayout } from '../payouts/read-payout.ts'
import { findReceivingBank, keyOfBank } from '../payouts/receiving-bank.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { writeSummary } from './monnify-disbursement.ts'
import { refusal, refuseToken, success } from './monnify-envelope.ts'
import { wrapPage } from './monnify-list.ts'
import { type PageQuery, readPage } from './monnify-page.ts'
import { monnifySendWords, sayRefusal } from './monnify-send-words.ts'
import type { MonnifyTokens } from './monnify-tokens.ts'

type Order = Readonly<Partial<Record<(typeof fields)[number] | 'destinationAccountName', unknown>>> | null
const fields = [
  'amount',
  'reference',
  'narration',
  'destinationBankCode',
  'destinationAccountNumber',
  'currency',
  'sourceAccountNumber',
] as const

/** Monnify's single disbursements: order, status and list. The bearer identifies the paying wallet. */
export function monnifyPayoutRoutes(
  app: FastifyInstance,
  bank: SimulatedBank,
  tokens: MonnifyTokens,
  desk: OrderDesk,
  count: CountRequest,
): void {
  const words = monnifySendWords(bank)

  app.post<{ Body: Order }>('/monnify/api/v2/disbursements/single', async (request, reply) => {
    count('monnify', 'send')
    const account = tokens.accountOf(request.headers.authorization)
    if (account === undefined) return refuseToken(reply)
    const body = request.body ?? {}
    const text = (field: (typeof fields)[number]) => (typeof body[field] === 'string' ? body[field] : '')
    const missing = fields.filter((field) => field !== 'amount' && text(field) === '')
    if (missing.length > 0) return reply.code(400).send(refusal(`${missing.join(', ')} must be given`))
    // For up to fourteen digits, the shortest text of a number equals the text that was sent.
    const kobo = typeof body.amount === 'number' ? parseNaira(String(body.amount)) : undefined
    const at = findReceivingBank('monnify', text('destinationBankCode'))
    const wrong = whatIsWrong(kobo, text('sourceAccountNumber') === account.number, at !== undefined)
    if (wrong !== undefined || kobo === undefined || at === undefined) {
      const { status, body: told } = sayRefusal(wrong ?? 'D05')
      return reply.code(status).send(told)
    }
    const order = {
      account,
      reference: text('reference'),
      kobo,
      bank: keyOfBank(at),
      number: text('destinationAccountNumber'),
      name: typeof body.destinationAccountName === 'string' ? body.destinationAccountName : '',
      narration: text('narration').slice(0, 100),
    }
    return desk.receive(order, words, reply)
  })

  app.get<{ Querystring: { reference?: string } }>(
    '/monnify/api/v2/disbursements/single/summary',
    async (request, reply) => {
      count('monnify', 'payout_requery')
      const account = tokens.accountOf(request.headers.authorization)
      if (account === undefined) return refuseToken(reply)
      const { reference = '' } = request.query
      const payout = readPayout(bank, account, bank.payouts.find(account.number, reference))
      const on = { vendor: 'monnify', account: account.number, reference } as const
      const right =
        payout === undefined
          ? { status: 404, body: refusal('There is no disbursement with the supplied reference') }
          : { status: 200, body: success(writeSummary(bank, payout)) }
      return answer(bank, reply, { face: 'payout_requery', on }, right)
    },
  )

  app.get<{ Querystring: PageQuery }>(
    '/monnify/api/v2/disbursements/single/transactions',
    async (request, reply) => {
      count('monnify', 'payout_feed')
      const account = tokens.accountOf(request.headers.authorization)
      if (account === undefined) return refuseToken(reply)
      const asked = readPage(request.query)
      if (asked === undefined) return reply.code(400).send(refusal('Bad request'))
      const page = payoutPage(bank, account, asked.page, asked.size)
      const rows = page.rows.map((payout) => writeSummary(bank, payout))
      const on = { vendor: 'monnify', account: account.number } as const
      const right = { status: 200, body: success(wrapPage(rows, page, asked)) }
      return answer(bank, reply, { face: 'payout_feed', on }, right)
    },
  )
}

function whatIsWrong(kobo: bigint | undefined, isSource: boolean, isBank: boolean): string | undefined {
  if (!isSource) return 'D03'
  if (!isBank) return 'D04'
  return kobo === undefined || kobo === 0n ? 'D05' : undefined
}
