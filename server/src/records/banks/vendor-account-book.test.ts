import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { createManualClock } from '../../../test/manual-clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../businesses/manage-business.ts'
import { createVendorAccountBook } from './vendor-account-book.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const { id: businessId } = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
const tenant = { businessId, mode: 'test' } as const

afterAll(async () => {
  await Promise.all([owner.end(), api.end()])
  await database.drop()
})

test.each([
  ['two seconds later', 2_000],
  ['when the clock was set back', -3_600_000],
])('a frozen account is seen to be frozen %s', async (_, ms) => {
  const clock = createManualClock(new Date('2026-11-14T09:00:00Z'))
  const book = createVendorAccountBook({ pool: api, clock })
  const id = newId()
  await owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name)
     values ($1, 'test', 'TEST Afara', lpad($2, 10, '0'), 'test-bank', 'TEST BANK')`,
    [id, String(Math.abs(ms))],
  )
  const stateOf = async () => (await book.visibleTo(tenant)).find((account) => account.id === id)?.state
  expect(await stateOf()).toBe('active')
  await owner.query(`update vendor_account set state = 'frozen' where id = $1`, [id])
  expect(await stateOf()).toBe('active')
  clock.advance(ms)
  expect(await stateOf()).toBe('frozen')
})
