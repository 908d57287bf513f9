import type { FastifyInstance, FastifyReply } from 'fastify'
import { answer } from '../answer.ts'
import type { CountRequest } from '../count-requests.ts'
import type { NameEnquiry } from '../payouts/enquire-name.ts'
import { findReceivingBank, keyOfBank, receivingBanks } from '../payouts/receiving-bank.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { accountOfKey, refusal, refuseKey } from './paystack-refusal.ts'
import { sayRefusal } from './paystack-send-words.ts'
import { writeRecipient, writeTime } from './paystack-transfer.ts'

type NewRecipient = { type?: unknown; name?: unknown; account_number?: unknown; bank_code?: unknown }
type NameQuery = { account_number?: string; bank_code?: string }

/** Paystack's bank list, name enquiries and recipients. */
export function paystackAccountRoutes(
  app: FastifyInstance,
  bank: SimulatedBank,
  names: NameEnquiry,
  count: CountRequest,
): void {
  app.get('/paystack/bank', async (request, reply) => {
    count('paystack', 'banks')
    if (accountOfKey(bank, request) === undefined) return refuseKey(reply)
    return { status: true, message: 'Banks retrieved', data: receivingBanks.map(writeBank) }
  })

  app.get<{ Querystring: NameQuery }>('/paystack/bank/resolve', async (request, reply) => {
    count('paystack', 'name')
    const account = accountOfKey(bank, request)
    if (account === undefined) return refuseKey(reply)
    const { account_number: number = '', bank_code: code = '' } = request.query
    const at = findReceivingBank('paystack', code)
    const found = at === undefined ? undefined : names.enquire(account, keyOfBank(at), number)
    const on = { vendor: 'paystack', account: account.number } as const
    return answer(bank, reply, { face: 'name', on }, tell())

    function tell(): Readonly<{ status: number; body: object }> {
      if (found === undefined)
        return { status: 422, body: refusal(`Unknown bank code: ${code}`, 'invalid_bank_code') }
      if (found.kind === 'found') {
        const data = { account_number: number, account_name: found.name }
        return { status: 200, body: { status: true, message: 'Account number resolved', data } }
      }
      if (found.kind === 'unavailable') {
        const words = 'Account number could not be resolved: the bank is not responding'
        return { status: 503, body: refusal(words, 'bank_unavailable', 'Try again later', 'processor_error') }
      }
      const words = 'Could not resolve account name. Check parameters or try again.'
      return {
        status: 422,
        body: refusal(words, 'account_not_found', 'Check the account number and the bank code'),
      }
    }
  })

  app.get<{ Params: { code: string } }>('/paystack/transferrecipient/:code', async (request, reply) => {
    count('paystack', 'recipient')
    const account = accountOfKey(bank, request)
    if (account === undefined) return refuseKey(reply)
    const known = bank.payouts.recipient(request.params.code)
    if (known?.account !== account.number) return refuse(reply, 'recipient_not_found')
    return { status: true, message: 'Recipient retrieved', data: writeRecipient(known) }
  })

  /** Registering the same account again returns the existing recipient with its existing name. */
  app.post<{ Body: NewRecipient | null }>('/paystack/transferrecipient', async (request, reply) => {
    count('paystack', 'recipient')
    const account = accountOfKey(bank, request)
    if (account === undefined) return refuseKey(reply)
    const { name, account_number: number, bank_code: code } = request.body ?? {}
    if (typeof code !== 'string') return refuse(reply, 'missing_bank_code')
    if (typeof number !== 'string' || number === '') return refuse(reply, 'missing_account_number')
    const at = findReceivingBank('paystack', code)
    if (at === undefined) return refuse(reply, 'invalid_bank_code')
    const known = bank.payouts.recipientAt(account.number, keyOfBank(at), number)
    if (known !== undefined) return reply.code(200).send(created(known))
    const seq = bank.payouts.nextRecipient()
    const recipient = {
      seq,
      code: `RCP_${bank.draw.digits(6, 'recipient', seq)}${seq.toString(36).padStart(9, '0')}`,
      account: account.number,
      bank: keyOfBank(at),
      bankCode: code,
      bankName: at.name,
      number,
      name: typeof name === 'string' ? name : '',
      createdAt: bank.clock.now(),
    }
    bank.commit({ is: 'recipient', recipient })
    return reply.code(201).send(created(recipient))
  })
}

function created(recipient: Parameters<typeof writeRecipient>[0]): object {
  return { status: true, message: 'Transfer recipient created successfully', data: writeRecipient(recipient) }
}

function refuse(reply: FastifyReply, code: string): FastifyReply {
  const { status, body } = sayRefusal(code)
  return reply.code(status).send(body)
}

function writeBank(
  { name, slug, paystackCode, nipCode }: (typeof receivingBanks)[number],
  place: number,
): object {
  return {
    id: place + 1,
    name,
    slug,
    code: paystackCode,
    longcode: '',
    nip_sort_code: nipCode ?? null,
    gateway: null,
    pay_with_bank: false,
    supports_transfer: true,
    active: true,
    country: 'Nigeria',
    currency: 'NGN',
    type: 'nuban',
    is_deleted: false,
    createdAt: writeTime(1_468_400_000_000),
    updatedAt: writeTime(1_760_000_000_000),
  }
}
