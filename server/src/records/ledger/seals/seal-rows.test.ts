import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { committed, deposit } from '../../../../test/ledger-accounts.ts'
import { systemClock as clock } from '../../../kernel/clock/clock.ts'
import { newId } from '../../../kernel/ids/ids.ts'
import { money } from '../../../kernel/money/money.ts'
import { createPool, type Sql } from '../../../kernel/postgres/pool.ts'
import { posting, suspense } from '../account.ts'
import { runChecks } from '../check-store.ts'
import { postEntry, sumAccount } from '../ledger-store.ts'
import { type SealHead, sealNextBatch } from './seal-rows.ts'
import { verifySeals } from './verify-seals.ts'

const database = await createTestDatabase()
const superuser = createPool(database.url(), { max: 1, applicationName: 'test' })
const owner = createPool(database.url('afara_owner'), { max: 8, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
const sealer = createPool(database.url('afara_sealer'), { max: 8, applicationName: 'test' })
const heads: SealHead[] = []

afterAll(async () => {
  await Promise.all([superuser.end(), owner.end(), worker.end(), sealer.end()])
  await database.drop()
})

async function give(minor: bigint, sql: Sql = owner): Promise<string> {
  const id = newId()
  const postings = [posting(deposit('polygon'), suspense, money('NGNC', minor))]
  await postEntry(sql, { id, mode: 'live', transactionId: null, step: 'test', at: new Date(), postings })
  return id
}

async function seal(most?: number): Promise<boolean> {
  const made = await sealNextBatch({ pool: sealer, clock }, most)
  if (made !== undefined) heads.push({ number: made.number, hash: made.hash.toString('hex') })
  return made !== undefined
}

const isSealed = async (entryId: string) => {
  const { rows } = await superuser.query<{ sealed: boolean }>(
    'select xid <= (select coalesce(max(through_xid), 0) from afara.seal) as sealed from afara.entry where id = $1',
    [entryId],
  )
  return rows[0]?.sealed
}
/** Waits until the entry is sealed. Writers in other databases of the cluster can delay the horizon. */
async function sealedInTheEnd(entryId: string): Promise<void> {
  const look = async () => {
    await seal()
    return isSealed(entryId)
  }
  await expect.poll(look, { timeout: 60_000 }).toBe(true)
}
const tampering = async () => (await verifySeals(sealer, heads)).tampering

test('a writer that commits late is not skipped, and later writers wait for it', async () => {
  const slow = await owner.connect()
  await slow.query('begin')
  const late = await give(1n, slow)
  const early = await give(2n)
  await seal()
  expect(await isSealed(early)).toBe(false)
  await slow.query('commit')
  slow.release()
  await sealedInTheEnd(early)
  expect(await isSealed(late)).toBe(true)
  expect(await tampering()).toEqual([])
})

test('the total of an account is the same before and after sealing', async () => {
  const sum = async () => (await sumAccount(worker, 'live', deposit('polygon'), 'NGNC')).minor
  const last = await give(1_000n)
  const unsealed = await sum()
  await sealedInTheEnd(last)
  expect(await sum()).toBe(unsealed)
  expect((await runChecks(worker)).findings).toEqual([])
})

test('the committed amount of a transaction is the same before and after sealing', async () => {
  const transactionId = newId()
  await owner.query(
    `with b as (insert into business (id, name, link_tag) values ($1, 'Ada Foods', 'ada-foods') returning id)
     insert into business_mode (business_id, mode, status, may_hold_balance) select id, 'live', 'pending', true from b`,
    [transactionId],
  )
  await owner.query(`select open_transaction($1, $1, 'live', 'sell', 'accepted', 9, 'sell', now(), null)`, [
    transactionId,
  ])
  const entry = { id: newId(), mode: 'live', transactionId, step: 'test', at: new Date() } as const
  await postEntry(owner, {
    ...entry,
    postings: [posting(suspense, committed(transactionId), money('NGNC', 9n))],
  })
  const sum = async () => (await sumAccount(worker, 'live', committed(transactionId), 'NGNC')).minor
  expect(await sum()).toBe(9n)
  await sealedInTheEnd(entry.id)
  expect(await sum()).toBe(9n)
})

test('concurrent sealers make one chain', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, async () => give(1n)))
  const race = async () => {
    await Promise.all(Array.from({ length: 8 }, async () => seal(3)))
    return Promise.all(ids.map(isSealed))
  }
  await expect.poll(race, { timeout: 60_000 }).not.toContain(false)
  expect(await tampering()).toEqual([])
  expect(new Set(heads.map(({ number }) => number)).size).toBe(heads.length)
})

test.each([
  ['row_changed', 'an amount', `update afara.posting set amount_minor = 999 where entry_id = $1`],
  ['row_changed', 'a time', `update afara.entry set posted_at = posted_at - interval '1 day' where id = $1`],
  ['row_deleted', 'a posting taken away', `delete from afara.posting where entry_id = $1`],
  [
    'row_inserted',
    'a posting slipped in',
    `insert into afara.posting select entry_id, 2, mode, debit_kind, debit_owner, credit_kind, credit_owner, asset, 5, xid from afara.posting where entry_id = $1`,
  ],
])('%s: %s, edited by a superuser, is found and named', async (kind, _, edit) => {
  const id = await give(7n)
  await sealedInTheEnd(id)
  await superuser.query('begin')
  await superuser.query('set local session_replication_role = replica')
  await superuser.query(edit, [id])
  // Verify inside the editing transaction and roll it back, so that the next case starts from correct rows.
  const found = (await verifySeals(superuserInSchema, heads)).tampering
  await superuser.query('rollback')
  expect(found.map((finding) => finding.kind)).toEqual([kind])
  expect(found[0]?.name).toContain(id)
})
const superuserInSchema: Sql = {
  query: (async (text: string, values?: unknown[]) => {
    await superuser.query('set local search_path = afara')
    return superuser.query(text, values)
  }) as Sql['query'],
}

test('a rewritten chain does not match the exported heads', async () => {
  const forged = heads.map((head, index) =>
    index === heads.length - 1 ? { ...head, hash: '00'.repeat(32) } : head,
  )
  expect((await verifySeals(sealer, forged)).tampering).toMatchObject([{ kind: 'head_mismatch' }])
})

test('seals deleted from the end are detected', async () => {
  const next = { number: BigInt(heads.length + 1), hash: '00'.repeat(32) }
  expect((await verifySeals(sealer, [...heads, next])).tampering).toEqual([
    { kind: 'chain_broken', name: `seal ${next.number}` },
  ])
})

test('a database restored from a dump, with a counter behind the last seal, is not sealed further', async () => {
  await superuser.query(
    `insert into afara.seal select number + 1, through_xid, 1e15, 0, '', hash, hash, sealed_at, codes from afara.seal order by number desc limit 1`,
  )
  await give(1n)
  await expect(seal()).rejects.toThrow('restored from a dump')
})
