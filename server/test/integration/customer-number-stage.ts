import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { createApp } from '../../src/entry/http/app.ts'
import { createNumberDesk } from '../../src/flows/collections/number-desk.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import type { StandingAnswer, StandingRequest } from '../../src/movements/collections/collection-rail.ts'
import type { BankLine } from '../../src/movements/feeds/bank-line.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { createMatchingWorld, type WorldAccount } from '../matching-world.ts'
import { testKeyring } from '../test-keyring.ts'
import { testKeys, wireTestApi } from './test-api.ts'

export const PATH = '/collections/v1/numbers'
export const POOL: WorldAccount = {
  id: newId(),
  number: '8800000001',
  payer: { accountNumber: '0123456789', bankCode: '000013', name: 'ADA OBI' },
}
export const WALLET = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const why = { actor: 'system:test', reason: 'a test' }

/** Creates an api with two businesses, and a vendor that gives standing numbers as a test says. */
export async function createCustomerNumberStage() {
  const database = await createTestDatabase()
  const world = await createMatchingWorld(database)
  const wired = wireTestApi(database)

  const requests: StandingRequest[] = []
  const give = (): StandingAnswer => ({
    kind: 'given',
    number: `98${String(requests.length).padStart(8, '0')}`,
    bankName: 'Wema Bank',
    accountName: 'Ada Obi',
  })
  let next: (request: StandingRequest) => StandingAnswer = give
  const numbers = createNumberDesk({
    customerKeys: testKeyring,
    pool: wired.pool,
    clock: world.clock,
    rails: {
      live: [],
      test: [
        {
          vendor: 'kora',
          traits: {
            wrongAmount: 'sent_back',
            topUp: 'sent_back',
            showsPayerAccount: true,
            returns: 'by_payout',
            settles: 'at_once',
            cost: { millionths: 0n, fixedMinor: 0n, mostMinor: 0n },
            isRepeatable: true,
            barsRamps: false,
            standing: 'repeatable',
          },
          open: async () => ({ kind: 'refused', why: 'none' }),
          reserve: async (request) => {
            requests.push(request)
            return next(request)
          },
        },
      ],
    },
    onError: (error) => {
      throw error
    },
  })
  const app = createApp({ ...wired, clock: world.clock, numbers })

  const keys: Record<string, string> = {}
  const ids: Record<string, string> = {}
  let references = 0
  for (const tag of ['ada', 'bola']) {
    ids[tag] = (await createBusiness(world.owner, { name: tag, linkTag: tag, ...why })).id
    const deps = { pool: world.owner, ...testKeys }
    keys[tag] = (await issueKey(deps, { business: tag, mode: 'test', ...why })).secret
  }
  await world.openAccount()
  await world.owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name, feed, is_pool)
     values ($1, 'test', 'TEST Pool', $2, 'test-bank', 'TEST BANK', 'kora', true)`,
    [POOL.id, POOL.number],
  )

  const call = async (method: 'GET' | 'POST', url: string, body?: object, tag = 'ada') => {
    const response = await app.inject({
      method,
      url,
      headers: { 'svc-sec-key': keys[tag], ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: response.statusCode,
      replayed: response.headers['idempotent-replayed'],
      text: response.body,
      body: response.json(),
    }
  }

  const ask = async (change: object = {}, tag = 'ada') => {
    references += 1
    return call(
      'POST',
      PATH,
      {
        business_id: formatId('business', ids[tag] ?? ''),
        link_tag: tag,
        reference: `customer-${references}`,
        customer_name: 'Ada Obi',
        identity_type: 'bvn',
        identity_reference: 'idv_7f3a9c2e51b8',
        ...change,
      },
      tag,
    )
  }

  const approve = async (tag: string, isApproved = true) =>
    world.owner.query(`update business_mode set may_number_customers = $2 where business_id = $1`, [
      ids[tag],
      isApproved,
    ])

  /** Records a payment to a number, and matches the pool. */
  const pay = async (number: string, naira: number, change: Partial<BankLine> = {}) => {
    const line = { ...world.paymentOf(POOL, BigInt(naira) * 100n, POOL.payer), paidTo: number, ...change }
    const [id = ''] = await world.record(POOL, [line])
    await world.match(POOL)
    return id
  }

  const buyOf = async (lineId: string) => {
    const { rows } = await world.owner.query(
      `select t.status, t.business_id as business, t.amount_minor::text as amount, t.metadata, b.network, b.wallet_address as wallet
       from customer_number_payment p join transaction t on t.id = p.transaction_id join buy b on b.transaction_id = t.id
       where p.line_id = $1`,
      [lineId],
    )
    return rows
  }

  const returnsOf = async (lineId: string) => {
    const { rows } = await world.owner.query<{ amount: string; to: string }>(
      `select amount_minor::text as amount, account_number as to from credit_return where line_id = $1 and case_id is null`,
      [lineId],
    )
    return rows
  }

  return {
    world,
    ids,
    requests,
    call,
    ask,
    approve,
    pay,
    buyOf,
    returnsOf,
    /** Lets the vendor answer so; without an answer, it gives numbers again. */
    answer: (answer: (request: StandingRequest) => StandingAnswer = give) => {
      next = answer
    },
    close: async () => {
      await app.close()
      await wired.stop()
      await world.close()
    },
  }
}
