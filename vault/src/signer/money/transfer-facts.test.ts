import { createTestDatabase, type TestDatabase } from '@afara/stack/postgres/test-database.ts'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDecisions } from '../../shared/decisions/read-decisions.ts'
import { readNewSigners } from '../../shared/members/member-signatures.ts'
import { readChangedWallets, readWallets, readWithdrawals } from '../withdrawals/read-withdrawals.ts'
import { readFacts, readStates } from './transfer-facts.ts'

let database: TestDatabase
let signer: Pool

beforeAll(async () => {
  database = await createTestDatabase()
  signer = new Pool({ connectionString: database.url('afara_signer'), max: 1 })
})

afterAll(async () => {
  await signer.end()
  await database.drop()
})

const nobody = '01a1dee6-1366-7ab8-a780-7f2d4afdd653'

test("the signer's role may read everything that it needs to judge", async () => {
  expect((await readFacts(signer, [nobody])).size).toBe(0)
  expect((await readStates(signer, [nobody])).size).toBe(0)
  expect(await readDecisions(signer, { transactionIds: [nobody], lineIds: [nobody] })).toEqual([])
  expect(await readWithdrawals(signer, [nobody], Date.now())).toEqual([])
  expect(await readWallets(signer, [nobody])).toEqual([])
  expect(await readChangedWallets(signer, new Date(0))).toEqual([])
  expect(await readNewSigners(signer, new Date(0))).toEqual([])
})

test.each([
  'select payer_name from bank_line_reading',
  'select payer_account_number from buy',
  'select narration from bank_line',
  'select * from business',
  'select fees from transfer_attempt',
  'select hmac from api_key',
  'select email from member',
])('it may not read what it does not need: %s', async (text) => {
  await expect(signer.query(text)).rejects.toThrow(/permission denied/)
})

test.each([
  "update transfer set state = 'signed'",
  'delete from freeze_order',
  "insert into transition values ('buy', 'cleared', 'paid', 'completed')",
  "select place_freeze('all', '', 'x', 'system:x', now())",
  "select move_transaction(gen_random_uuid(), 1, 'x', '{}', now(), null)",
])('it may not write or call anything, even after it leaves read-only mode: %s', async (text) => {
  await signer.query('set default_transaction_read_only = off')
  await expect(signer.query(text)).rejects.toThrow(/permission denied/)
})
