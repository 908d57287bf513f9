import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'

// What the holder of the api's database role can do who calls the functions directly.

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 1, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 1, applicationName: 'test' })
const account = newId()
let business = ''

beforeAll(async () => {
  const why = { actor: 'system:test', reason: 'a test' }
  business = (await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })).id
  await owner.query(`update business_mode set daily_limit_minor = 150000 where business_id = $1`, [business])
  await owner.query(`select open_lane($1, 'test', 'Polygon', 1, '0x01', 0, now())`, [newId()])
  await owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name)
     values ($1, 'test', 'TEST Afara', '0000000001', 'test-bank', 'TEST BANK')`,
    [account],
  )
  await giveBalance(owner, { businessId: business, minor: 1_000_000n })
})
afterAll(async () => {
  await Promise.all([owner.end(), api.end()])
  await database.drop()
})

/** A request of ₦1,000 with a daily limit of its own. */
const request = (more: object) => {
  const id = newId()
  return {
    ordinal: 0,
    id,
    business_id: business,
    mode: 'test',
    amount_minor: '100000',
    reference: id,
    meaning: `\\x${'00'.repeat(32)}`,
    network: 'Polygon',
    wallet_address: '0x02',
    fee_minor: '0',
    daily_limit_minor: '999999999999',
    at: new Date(),
    due_at: new Date(),
    ...more,
  }
}

test.each([
  ['accept_withdrawals', {}, 'outcome', ['accepted', 'daily_limit']],
  [
    'accept_sells',
    {
      network: null,
      wallet_address: null,
      bank_code: '000013',
      bank_name: 'GTBank',
      account_number: '0123456789',
    },
    'outcome',
    ['accepted', 'daily_limit'],
  ],
  [
    'accept_buys',
    {
      vendor_account_id: account,
      payer_bank_code: '000013',
      payer_bank_name: 'GTBank',
      payer_account_number: '0123456789',
    },
    'needs',
    [[], ['daily_limit']],
  ],
])(
  '%s uses the daily limit of the business, not one that its caller sends',
  async (name, more, column, said) => {
    await owner.query('delete from daily_use')
    const answers: unknown[] = []
    for (let time = 0; time < 2; time += 1) {
      const { rows } = await api.query<Record<string, unknown>>(`select * from ${name}($1)`, [
        JSON.stringify([request(more)]),
      ])
      answers.push(rows[0]?.[column])
    }
    expect(answers).toEqual(said)
  },
)

test.each([
  ['accept_buys', 'accepted', [false, true]],
  ['accept_sells', 'outcome', ['taken', 'accepted']],
])('%s accepts only the fee of the plan', async (name, column, said) => {
  await owner.query('delete from daily_use')
  await owner.query(`update business_mode set fee_flat_minor = 5000 where business_id = $1`, [business])
  const more =
    name === 'accept_buys'
      ? {
          vendor_account_id: account,
          payer_bank_code: '000013',
          payer_bank_name: 'GTBank',
          payer_account_number: '0123456789',
        }
      : {
          network: null,
          wallet_address: null,
          bank_code: '000013',
          bank_name: 'GTBank',
          account_number: '0123456789',
        }
  const answers: unknown[] = []
  for (const fee of ['4999', '5000']) {
    const asked = request({ ...more, fee_minor: fee })
    const { rows } = await api.query<Record<string, unknown>>(`select * from ${name}($1)`, [
      JSON.stringify([asked]),
    ])
    answers.push(rows[0]?.[column])
    const { rowCount } = await owner.query('select from request_key where transaction_id = $1', [asked.id])
    expect(rowCount).toBe(fee === '5000' ? 1 : 0)
  }
  expect(answers).toEqual(said)
})
