import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deposit } from '../../../../test/ledger-accounts.ts'
import { systemClock as clock } from '../../../kernel/clock/clock.ts'
import { newId } from '../../../kernel/ids/ids.ts'
import { money } from '../../../kernel/money/money.ts'
import { createPool } from '../../../kernel/postgres/pool.ts'
import { posting, suspense } from '../account.ts'
import { postEntry } from '../ledger-store.ts'
import { type SealHead, sealNextBatch } from './seal-rows.ts'
import { verifySeals } from './verify-seals.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 1, applicationName: 'test' })
const sealer = createPool(database.url('afara_sealer'), { max: 1, applicationName: 'test' })
const superuser = createPool(database.url(), { max: 1, applicationName: 'test' })
const heads: SealHead[] = []

/** Seals until there are `count` seals. Writers in other databases of the cluster can delay the sealer. */
async function sealUntil(count: number): Promise<void> {
  while (heads.length < count) {
    const made = await sealNextBatch({ pool: sealer, clock }, 1)
    if (made !== undefined) heads.push({ number: made.number, hash: made.hash.toString('hex') })
  }
}
const tampering = async () => (await verifySeals(sealer, heads)).tampering
const asSuperuser = async (statement: string) => {
  await superuser.query(`set search_path = afara; set session_replication_role = replica; ${statement}`)
}
const forgeUnder = (xid: string) =>
  `insert into entry select gen_random_uuid(), mode, null, 'forged', null, now(), ${xid} from entry limit 1`

beforeAll(async () => {
  for (const minor of [1n, 2n, 3n]) {
    const postings = [posting(deposit('polygon'), suspense, money('NGNC', minor))]
    const entry = { id: newId(), transactionId: null, step: 'test', at: new Date(), postings }
    await postEntry(owner, { ...entry, mode: 'live' })
  }
  await sealUntil(3)
})
afterAll(async () => {
  await Promise.all([owner.end(), sealer.end(), superuser.end()])
  await database.drop()
})

test('an unchanged database passes', async () => {
  expect(await tampering()).toEqual([])
})

test.each([
  ['of zero', '0'],
  ['below zero', '-7'],
  ['that is not used yet', '1000000000000'],
])('a row inserted with a writer number %s is found, although no seal covers it', async (_, xid) => {
  await asSuperuser(forgeUnder(xid))
  expect((await tampering()).map(({ kind }) => kind)).toEqual(['row_inserted'])
  await asSuperuser(`delete from entry where step = 'forged'`)
})

test('a seal whose time was changed is named', async () => {
  await asSuperuser(`update seal set sealed_at = sealed_at - interval '1 millisecond' where number = 2`)
  expect(await tampering()).toEqual([{ kind: 'seal_changed', name: 'seal 2' }])
  await asSuperuser(`update seal set sealed_at = sealed_at + interval '1 millisecond' where number = 2`)
})

test('a chain that was cut off and sealed again fails, although its new heads were exported too', async () => {
  await asSuperuser(
    `update posting set amount_minor = 5 where amount_minor = 3; delete from seal where number = 3`,
  )
  await sealUntil(4)
  expect(heads.map(({ number }) => number)).toEqual([1n, 2n, 3n, 3n])
  expect(await tampering()).toEqual([{ kind: 'head_mismatch', name: 'seal 3' }])
})
