import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answer } from '../answer.ts'
import type { CountRequest } from '../count-requests.ts'
import { writeNaira, writeShortNaira } from '../kobo.ts'
import type { PayoutAccount } from '../ledger/account.ts'
import type { Line } from '../ledger/line.ts'
import type { NameEnquiry } from '../payouts/enquire-name.ts'
import { ledgerPage } from '../payouts/ledger-page.ts'
import { findReceivingBank, keyOfBank, receivingBanks } from '../payouts/receiving-bank.ts'
import { rawNumber } from '../raw-number.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { writeTime } from './monnify-disbursement.ts'
import { refusal, refuseToken, success } from './monnify-envelope.ts'
import { wrapPage } from './monnify-list.ts'
import { type PageQuery, readPage } from './monnify-page.ts'
import type { MonnifyTokens } from './monnify-tokens.ts'

type NameQuery = { accountNumber?: string; bankCode?: string }
type WalletQuery = PageQuery & { accountNumber?: string }

/** Monnify's bank list, name enquiries, balance, and statement of the wallet. */
export function monnifyWalletRoutes(
  app: FastifyInstance,
  bank: SimulatedBank,
  tokens: MonnifyTokens,
  names: NameEnquiry,
  count: CountRequest,
): void {
  app.get('/monnify/api/v1/banks', async (request, reply) => {
    count('monnify', 'banks')
    if (tokens.accountOf(request.headers.authorization) === undefined) return refuseToken(reply)
    const listed = receivingBanks.flatMap(({ name, monnifyCode, nipCode }) =>
      monnifyCode === undefined
        ? []
        : [{ name, code: monnifyCode, ussdTemplate: null, baseUssdCode: null, nipBankCode: nipCode ?? null }],
    )
    return success(listed)
  })

  for (const version of ['v1', 'v2']) {
    app.get<{ Querystring: NameQuery }>(
      `/monnify/api/${version}/disbursements/account/validate`,
      async (request, reply) => {
        count('monnify', 'name')
        const account = tokens.accountOf(request.headers.authorization)
        if (account === undefined) return refuseToken(reply)
        const on = { vendor: 'monnify', account: account.number } as const
        return answer(bank, reply, { face: 'name', on }, tellName(names, account, request.query))
      },
    )
  }

  app.get<{ Querystring: WalletQuery }>(
    '/monnify/api/v2/disbursements/wallet-balance',
    async (request, reply) => {
      count('monnify', 'payout_feed')
      const account = walletOf(request)
      if (account === undefined) return refuseToken(reply)
      const balance = rawNumber(writeShortNaira(bank.ledger.balance(account.number)))
      const body = success({ availableBalance: balance, ledgerBalance: balance })
      const on = { vendor: 'monnify', account: account.number } as const
      return answer(bank, reply, { face: 'payout_feed', on }, { status: 200, body })
    },
  )

  app.get<{ Querystring: WalletQuery }>(
    '/monnify/api/v1/disbursements/wallet/transactions',
    async (request, reply) => {
      count('monnify', 'payout_feed')
      const account = walletOf(request)
      if (account === undefined) return refuseToken(reply)
      const asked = readPage(request.query)
      if (asked === undefined) return reply.code(400).send(refusal('Bad request'))
      const page = ledgerPage(bank, account, asked.page, asked.size)
      const rows = page.rows.map((line) => writeRow(bank, line))
      const on = { vendor: 'monnify', account: account.number } as const
      const right = { status: 200, body: success(wrapPage(rows, page, asked)) }
      return answer(bank, reply, { face: 'payout_feed', on }, right)
    },
  )

  function walletOf(request: FastifyRequest<{ Querystring: WalletQuery }>): PayoutAccount | undefined {
    const account = tokens.accountOf(request.headers.authorization)
    return account?.number === request.query.accountNumber ? account : undefined
  }
}

function tellName(
  names: NameEnquiry,
  account: PayoutAccount,
  { accountNumber = '', bankCode = '' }: NameQuery,
): Readonly<{ status: number; body: object }> {
  const at = findReceivingBank('monnify', bankCode)
  if (at === undefined) return { status: 400, body: refusal('Invalid bank code') }
  const found = names.enquire(account, keyOfBank(at), accountNumber)
  if (found.kind === 'not_found') return { status: 404, body: refusal('Account not found') }
  if (found.kind === 'unavailable') return { status: 503, body: refusal('Name inquiry network error') }
  return { status: 200, body: success({ accountNumber, accountName: found.name, bankCode }) }
}

/** A row has Monnify's own reference of the disbursement, and the index of the movement. */
function writeRow({ payouts }: SimulatedBank, line: Line): object {
  const payout = payouts.ofLine(line.id)
  const place = payout?.lines.indexOf(line.id) ?? 0
  const kind = line.mark === 'charge' ? 'FEE' : line.direction.toUpperCase()
  const reference = payout === undefined ? `MFWT${line.seq}_${kind}_0` : `${payout.vendorId}_${kind}_${place}`
  const before = line.balanceAfter + (line.direction === 'credit' ? -line.settled : line.settled)
  return {
    walletTransactionReference: reference,
    monnifyTransactionReference: reference,
    availableBalanceBefore: rawNumber(writeNaira(before)),
    availableBalanceAfter: rawNumber(writeNaira(line.balanceAfter)),
    amount: rawNumber(writeNaira(line.settled)),
    transactionDate: writeTime(line.bookedAt).replace('+0000', '+00:00'),
    transactionType: line.direction.toUpperCase(),
    message: null,
    narration: payout?.narration ?? line.narration ?? '',
    status: 'COMPLETED',
  }
}
