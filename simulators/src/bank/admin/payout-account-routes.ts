import type { FastifyInstance } from 'fastify'
import { parseNaira } from '../kobo.ts'
import { isForPayouts, type PayoutAccount, type PayoutSetting } from '../ledger/account.ts'
import { bookLine } from '../payments/book-line.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { vendorBanks } from '../vendor.ts'
import { AdminRefusal } from './admin-refusal.ts'

const url = { anyOf: [{ type: 'string', pattern: '^https?://' }, { type: 'null' }] } as const
const settings = {
  secret: { type: 'string', minLength: 1 },
  url,
  approval_url: url,
  settles_in_seconds: { type: 'number', minimum: 0 },
} as const
const newAccount = {
  type: 'object',
  additionalProperties: false,
  required: ['number', 'vendor'],
  properties: {
    number: { type: 'string', pattern: '^[0-9]{10}$' },
    vendor: { type: 'string', enum: ['paystack', 'monnify'] },
    name: { type: 'string' },
    key_id: { type: 'string', minLength: 1 },
    opening_balance: { type: 'string' },
    ...settings,
  },
} as const
const change = {
  type: 'object',
  additionalProperties: false,
  properties: { ...settings, status: { type: 'string', enum: ['active', 'frozen'] } },
} as const
const newLine = {
  type: 'object',
  additionalProperties: false,
  required: ['direction', 'amount'],
  properties: {
    direction: { type: 'string', enum: ['credit', 'debit'] },
    amount: { type: 'string' },
    mark: { type: 'string', enum: ['funding', 'other'] },
    narration: { type: 'string', maxLength: 100 },
  },
} as const

type Settings = {
  secret?: string
  url?: string | null
  approval_url?: string | null
  settles_in_seconds?: number
}
type NewAccount = Settings & {
  number: string
  vendor: 'paystack' | 'monnify'
  name?: string
  key_id?: string
  opening_balance?: string
}
type NewLine = {
  direction: 'credit' | 'debit'
  amount: string
  mark?: 'funding' | 'other'
  narration?: string
}
type Named = { Params: { number: string } }

const nobody = { accountNumber: '', name: '', bankCode: '', bankName: '' }

/** Routes for our payout accounts: balance, keys, and movements other than payouts. */
export function payoutAccountRoutes(app: FastifyInstance, bank: SimulatedBank, catchUp: () => void): void {
  const { ledger } = bank
  const find = (number: string): PayoutAccount => {
    const account = ledger.account(number)
    if (account === undefined || !isForPayouts(account)) {
      throw new AdminRefusal(404, `no payout account has the number ${number}`)
    }
    return account
  }
  const show = ({ number, vendor, name, opening, payouts }: PayoutAccount) => ({
    number,
    vendor,
    name,
    key_id: payouts.keyId,
    secret: payouts.secret,
    url: payouts.url ?? null,
    approval_url: payouts.approvalUrl ?? null,
    settles_in_seconds: payouts.settlesInSeconds,
    status: payouts.isFrozen ? 'frozen' : 'active',
    opening: String(opening),
    balance: String(ledger.balance(number)),
    lines: ledger.linesOf(number).length,
    payouts: bank.payouts.idsOf(number).length,
  })

  app.get('/admin/payout-accounts', async () => ({ accounts: ledger.payoutAccounts().map(show) }))

  /** Creating the same account again is not an error, so that a restart may do so. */
  app.post<{ Body: NewAccount }>(
    '/admin/payout-accounts',
    { schema: { body: newAccount } },
    async ({ body }, reply) => {
      const known = ledger.account(body.number)
      if (known !== undefined) {
        if (known.vendor === body.vendor && isForPayouts(known)) return show(known)
        throw new AdminRefusal(409, `account ${body.number} already exists with other values`)
      }
      const account = readAccount(body)
      refuseSecretInUse(account)
      bank.commit({ is: 'account', account })
      return reply.code(201).send(show(account))
    },
  )

  app.patch<Named & { Body: Settings & { status?: 'active' | 'frozen' } }>(
    '/admin/payout-accounts/:number',
    { schema: { body: change } },
    async ({ params, body }) => {
      const account = find(params.number)
      const { url: before, approvalUrl: asked, ...rest } = account.payouts
      const { url = before ?? null, approval_url = asked ?? null, secret = rest.secret, status } = body
      refuseUnasked(account.vendor, approval_url)
      const payouts: PayoutSetting = {
        ...rest,
        secret,
        settlesInSeconds: body.settles_in_seconds ?? rest.settlesInSeconds,
        isFrozen: status === undefined ? rest.isFrozen : status === 'frozen',
        ...(url === null ? {} : { url }),
        ...(approval_url === null ? {} : { approvalUrl: approval_url }),
      }
      const changed = { ...account, payouts }
      refuseSecretInUse(changed)
      bank.commit({ is: 'account', account: changed })
      return show(changed)
    },
  )

  /** Books money that moves without a payout: a top-up, or a movement that we did not order. */
  app.post<Named & { Body: NewLine }>(
    '/admin/payout-accounts/:number/lines',
    { schema: { body: newLine } },
    async ({ params, body }, reply) => {
      catchUp()
      const account = find(params.number)
      const gross = parseNaira(body.amount)
      if (!gross)
        throw new AdminRefusal(400, `amount must be naira as text, such as "50000.37": ${body.amount}`)
      const { direction, mark = 'other', narration = mark.toUpperCase() } = body
      const at = bank.clock.now()
      const line = bookLine(bank, {
        account,
        direction,
        mark,
        gross,
        payer: nobody,
        remark: '',
        narration,
        at,
      })
      return reply.code(201).send({ id: line.id, kobo: String(gross), balance: String(line.balanceAfter) })
    },
  )

  function refuseSecretInUse({ number, payouts }: PayoutAccount): void {
    const others = ledger.payoutAccounts().filter((one) => one.number !== number)
    if (others.some((one) => one.payouts.secret === payouts.secret)) {
      throw new AdminRefusal(409, 'another payout account has that secret')
    }
  }
}

/** The secrets are derived from the number, so that development needs no set-up. They are valid only in this simulator. */
function readAccount(body: NewAccount): PayoutAccount {
  const { number, vendor, settles_in_seconds: settlesInSeconds = 1, url, approval_url } = body
  refuseUnasked(vendor, approval_url ?? null)
  const opening = parseNaira(body.opening_balance ?? '0')
  if (opening === undefined) throw new AdminRefusal(400, 'opening_balance must be naira as text: "1000.50"')
  const behind = vendorBanks[vendor]
  const keyId = body.key_id ?? (vendor === 'monnify' ? `MK_TEST_PAYOUTS_${number}` : '')
  const usual = vendor === 'monnify' ? `simulated_payouts_secret_${number}` : `sk_test_payouts_${number}`
  return {
    number,
    vendor,
    name: body.name ?? `Afara Payouts ${number}`,
    reference: `payouts-${number}`,
    bankCode: behind.code,
    bankName: behind.name,
    opening,
    status: 'active',
    payouts: {
      keyId,
      secret: body.secret ?? usual,
      settlesInSeconds,
      isFrozen: false,
      ...(typeof url === 'string' ? { url } : {}),
      ...(typeof approval_url === 'string' ? { approvalUrl: approval_url } : {}),
    },
  }
}

function refuseUnasked(vendor: PayoutAccount['vendor'], approvalUrl: string | null): void {
  if (approvalUrl !== null && vendor !== 'paystack')
    throw new AdminRefusal(400, `${vendor} does not ask before it pays`)
}
