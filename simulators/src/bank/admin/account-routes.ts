import type { FastifyInstance } from 'fastify'
import { parseNaira } from '../kobo.ts'
import type { Account } from '../ledger/account.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { type Vendor, vendorBanks, vendors } from '../vendor.ts'
import { AdminRefusal } from './admin-refusal.ts'

const newAccount = {
  type: 'object',
  additionalProperties: false,
  required: ['number', 'vendor'],
  properties: {
    number: { type: 'string', pattern: '^[0-9]{10}$' },
    vendor: { type: 'string', enum: vendors },
    name: { type: 'string' },
    reference: { type: 'string', minLength: 1 },
    bank_code: { type: 'string' },
    bank_name: { type: 'string' },
    opening_balance: { type: 'string' },
    is_pool: { type: 'boolean' },
    settles_to: { type: 'string', pattern: '^[0-9]{10}$' },
  },
} as const

const change = {
  type: 'object',
  additionalProperties: false,
  required: ['status'],
  properties: { status: { type: 'string', enum: ['active', 'retired'] } },
} as const

type NewAccount = {
  number: string
  vendor: Vendor
  name?: string
  reference?: string
  bank_code?: string
  bank_name?: string
  opening_balance?: string
  is_pool?: boolean
  settles_to?: string
}

/** Routes for our own accounts. */
export function accountRoutes(app: FastifyInstance, bank: SimulatedBank): void {
  const { ledger } = bank
  const find = (number: string): Account => {
    const account = ledger.account(number)
    if (account === undefined) throw new AdminRefusal(404, `there is no account ${number}`)
    return account
  }
  const show = (account: Account) => ({
    ...account,
    opening: String(account.opening),
    balance: String(ledger.balance(account.number)),
    lines: ledger.linesOf(account.number).length,
  })

  app.get('/admin/accounts', async () => ({ accounts: ledger.accounts().map(show) }))

  /** Creating the same account again is not an error, so that a restart may do so. */
  app.post<{ Body: NewAccount }>(
    '/admin/accounts',
    { schema: { body: newAccount } },
    async ({ body }, reply) => {
      const account = readAccount(body)
      const known = ledger.account(account.number)
      if (known !== undefined) {
        if (known.vendor !== account.vendor || known.reference !== account.reference) {
          throw new AdminRefusal(409, `account ${account.number} already exists at ${known.vendor}`)
        }
        return show(known)
      }
      if (ledger.accountByReference(account.reference) !== undefined) {
        throw new AdminRefusal(409, `another account already has the reference ${account.reference}`)
      }
      bank.commit({ is: 'account', account })
      return reply.code(201).send(show(account))
    },
  )

  app.patch<{ Params: { number: string }; Body: Pick<Account, 'status'> }>(
    '/admin/accounts/:number',
    { schema: { body: change } },
    async ({ params, body }) => {
      const account = { ...find(params.number), status: body.status }
      bank.commit({ is: 'account', account })
      return show(account)
    },
  )
}

function readAccount(body: NewAccount): Account {
  const opening = parseNaira(body.opening_balance ?? '0')
  if (opening === undefined) throw new AdminRefusal(400, 'opening_balance must be naira as text: "1000.50"')
  const behind = vendorBanks[body.vendor]
  return {
    number: body.number,
    vendor: body.vendor,
    name: body.name ?? `Afara Collections ${body.number}`,
    reference: body.reference ?? `afara-${body.number}`,
    bankCode: body.bank_code ?? behind.code,
    bankName: body.bank_name ?? behind.name,
    opening,
    status: 'active',
    ...(body.is_pool === true && { isPool: true }),
    ...(body.settles_to !== undefined && { settlesTo: body.settles_to }),
  }
}
