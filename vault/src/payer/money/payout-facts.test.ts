import { createTestDatabase, type TestDatabase } from '@afara/stack/postgres/test-database.ts'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDecisions } from '../../shared/decisions/read-decisions.ts'
import { readNewSigners } from '../../shared/members/member-signatures.ts'
import { readNewAccounts, readOrders } from '../payments/read-orders.ts'
import { readPayoutFacts } from './payout-facts.ts'
import { readDead, readGone, readKnownPayouts, readTaken } from './read-payouts.ts'

let database: TestDatabase
let payer: Pool

beforeAll(async () => {
  database = await createTestDatabase()
  payer = new Pool({ connectionString: database.url('afara_payer'), max: 1 })
})

afterAll(async () => {
  await payer.end()
  await database.drop()
})

const nobody = '01a1dee6-1366-7ab8-a780-7f2d4afdd653'

test("the payer's role may read everything that it needs to judge", async () => {
  expect((await readPayoutFacts(payer, [nobody])).size).toBe(0)
  expect((await readKnownPayouts(payer, [nobody])).size).toBe(0)
  expect((await readDead(payer, [{ account: nobody, reference: 'af-1' }])).size).toBe(0)
  const sent = { account: nobody, reference: 'af-1', amount_minor: '100', at: '2026-11-16T09:00:00Z' }
  expect((await readGone(payer, [sent])).size).toBe(0)
  expect(await readDecisions(payer, { transactionIds: [nobody], lineIds: [nobody] })).toEqual([])
  expect(await readTaken(payer)).toEqual([])
  expect(await readOrders(payer, [nobody], Date.now())).toEqual([])
  expect(await readNewAccounts(payer, new Date(0))).toEqual([])
  expect(await readNewSigners(payer, new Date(0))).toEqual([])
})

test.each([
  'select account_name from sell',
  'select wallet_address from sell',
  'select sender from deposit',
  'select * from business',
  'select * from case_file',
  'select narration from bank_line_reading',
  'select raw from payout_reading',
  'select hmac from api_key',
  'select email from member',
  'select name from passkey',
  'select * from payment_limit',
])('it may not read what it does not need: %s', async (text) => {
  await expect(payer.query(text)).rejects.toThrow(/permission denied/)
})

test.each([
  "update payout set state = 'succeeded'",
  'delete from freeze_order',
  "select place_freeze('all', '', 'x', 'system:x', now())",
  'select wake_payouts(array[]::text[])',
  'select end_payout_by_evidence(gen_random_uuid(), true, null, now())',
])('it may not write or call anything, even after it leaves read-only mode: %s', async (text) => {
  await payer.query('set default_transaction_read_only = off')
  await expect(payer.query(text)).rejects.toThrow(/permission denied/)
})
