import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock as clock } from '../../../kernel/clock/clock.ts'
import { newId } from '../../../kernel/ids/ids.ts'
import { createPool, inTransaction } from '../../../kernel/postgres/pool.ts'
import { encodeLeaves, genesisHash, hashSeal } from './seal.ts'
import { type SealHead, sealNextBatch } from './seal-rows.ts'
import { findBatchEnd, insertSeal, readLeaves } from './seal-store.ts'
import { verifySeals, verifySomeSeals } from './verify-seals.ts'

const database = await createTestDatabase()
const superuser = createPool(database.url(), { max: 1, applicationName: 'test' })
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const sealer = createPool(database.url('afara_sealer'), { max: 2, applicationName: 'test' })
const heads: SealHead[] = []
const [bisi, ngozi, shop, passkey, oldCase, newCase, buy, asked] = Array.from({ length: 8 }, newId)
const firstCodes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16]

afterAll(async () => {
  await Promise.all([superuser.end(), owner.end(), sealer.end()])
  await database.drop()
})

const tampering = async () => (await verifySeals(sealer, heads)).tampering

/** Returns what verification in slices finds, over the whole chain. */
async function tamperingInSlices() {
  const found: unknown[] = []
  for (let after = 0n; ; ) {
    const some = await verifySomeSeals(sealer, after, 1_000)
    found.push(...some.tampering)
    if (some.isNewest) return found
    after = some.through
  }
}

/** Runs statements as a superuser without triggers, looks, and takes them back. */
async function afterForging(statement: string) {
  const sql = await superuser.connect()
  try {
    await sql.query(`set search_path = afara; set session_replication_role = replica; begin; ${statement}`)
    return (await verifySeals(sql, heads)).tampering
  } finally {
    await sql.query('rollback; reset session_replication_role')
    sql.release()
  }
}

async function openCase(id: string | undefined) {
  await owner.query(
    `with c as (insert into case_file (id, mode, kind, summary, facts, opened_at, due_at)
       values ($1::uuid, 'test', 'request', 'A question', jsonb_build_object('subject', $1::text), now(), now()) returning id)
     insert into case_step select id, 1, null, 'opened', null, 'a test', now() from c`,
    [id],
  )
}

/** Writes a buy of the shop, and a request for an account number for it. */
async function askForNumber() {
  const pool = newId()
  await owner.query(
    `insert into business_mode (business_id, mode, status, may_hold_balance) values ($1, 'test', 'active', true)`,
    [shop],
  )
  await owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name, is_pool, feed)
     values ($1, 'test', 'TEST Pool', '0000000001', 'test-bank', 'TEST BANK', true, 'kora')`,
    [pool],
  )
  await owner.query(`select open_transaction($1, $2, 'test', 'buy', 'accepted', 100, 'r1', now(), null)`, [
    buy,
    shop,
  ])
  await owner.query(
    `insert into collection_number (id, mode, business_id, transaction_id, vendor, vendor_account_id, amount_minor, asked_at)
     values ($1, 'test', $2, $3, 'kora', $4, 100, now())`,
    [asked, shop, buy, pool],
  )
}

/** Seals what a release before this one sealed, with its hash. */
async function sealAsBefore() {
  for (;;) {
    const made = await inTransaction(sealer, async (sql) => {
      const { end: throughXid } = await findBatchEnd(sql, { afterXid: 0n, emptyBefore: 0n, most: 5_000 })
      if (throughXid === undefined) return undefined
      const batch = { afterXid: 0n, throughXid, codes: firstCodes }
      const leaves = await readLeaves(sql, batch, undefined)
      const unsigned = { number: 1n, ...batch, rowCount: leaves.length, leaves: encodeLeaves(leaves) }
      const seal = { ...unsigned, previousHash: genesisHash, sealedAt: clock.now() }
      await insertSeal(sql, { ...seal, hash: hashSeal(seal) })
      return { number: 1n, hash: hashSeal(seal).toString('hex') }
    })
    if (made !== undefined) return heads.push(made)
  }
}

/** Seals until the newest committed row is sealed. Writers in other databases of the cluster can delay the sealer. */
async function sealAll() {
  for (;;) {
    const made = await sealNextBatch({ pool: sealer, clock })
    if (made !== undefined) heads.push({ number: made.number, hash: made.hash.toString('hex') })
    const { rows } = await superuser.query(
      'select (select max(xid) from afara.row_version) > (select max(through_xid) from afara.seal) as more',
    )
    if (rows[0].more !== true) return
  }
}

beforeAll(async () => {
  await openCase(oldCase)
  await owner.query(
    `insert into audit (id, actor, action, subject, reason) values ($1, 'system:test', 'test.made', 'x', 'a test')`,
    [newId()],
  )
  await sealAsBefore()
  await openCase(newCase)
  await owner.query(`insert into operator (id, email, name) values ($1, 'bisi@kept.test', 'Bisi')`, [bisi])
  await owner.query(`insert into business (id, name, link_tag) values ($1, 'Shop', 'shop')`, [shop])
  await owner.query(
    `insert into member (id, email, name, created_at) values ($1, 'ngozi@kept.test', 'Ngozi', now())`,
    [ngozi],
  )
  await owner.query(
    `insert into membership (member_id, business_id, role, created_at) values ($1, $2, 'viewer', now())`,
    [ngozi, shop],
  )
  await owner.query(
    `insert into passkey (id, operator_id, credential_id, public_key, name, created_at)
     values ($1, $2, '\\x01', '\\x02', 'Key', now())`,
    [passkey, bisi],
  )
  await askForNumber()
  await sealAll()
})

test('rows from before a table was sealed are sealed by the first seal that contains it', async () => {
  expect(await tampering()).toEqual([])
  expect(await tamperingInSlices()).toEqual([])
  expect(await afterForging(`update case_step set reason = 'another' where case_id = '${oldCase}'`)).toEqual([
    { kind: 'row_changed', name: `case_step ${oldCase}/1` },
  ])
  expect(
    await afterForging(`insert into case_step select case_id, 2, null, 'noted', null, 'forged', at, xid
      from case_step where case_id = '${oldCase}'`),
  ).toEqual([{ kind: 'row_inserted', name: `case_step ${oldCase}/2` }])
})

test('a later seal contains every table of the seal before', async () => {
  const { rows } = await superuser.query('select max(number) as newest from afara.seal')
  const newest = rows[0].newest
  const found = await afterForging(`update seal set codes = '{1,2,3}' where number = ${newest}`)
  expect(found).toContainEqual({ kind: 'chain_broken', name: `seal ${newest}` })
  expect(found).toContainEqual({ kind: 'seal_changed', name: `seal ${newest}` })
})

test('a sealer of an older release can add no seal', async () => {
  await expect(
    sealer.query(
      `insert into seal (number, after_xid, through_xid, row_count, leaves, previous_hash, hash, sealed_at)
       values (1000, 1000000000, 1000000001, 0, '', '', '', now())`,
    ),
  ).rejects.toMatchObject({ code: '23502' })
})

test.each([
  ['the roles of an operator', `update operator set roles = '{administrator}'`, `operator ${bisi}`],
  ['the status of an operator', `update operator set status = 'suspended'`, `operator ${bisi}`],
  ['the role of a member', `update membership set role = 'owner'`, `membership ${ngozi}/${shop}`],
  ['the email address of a member', `update member set email = 'eve@kept.test'`, `member ${ngozi}`],
  ['the key of a passkey', `update passkey set public_key = '\\x03'`, `passkey ${passkey}`],
  ['the owner of a passkey', `update passkey set operator_id = gen_random_uuid()`, `passkey ${passkey}`],
  [
    'the buy of an account number',
    `update collection_number set transaction_id = gen_random_uuid()`,
    `collection_number ${asked}`,
  ],
  [
    'the state of a case',
    `update case_file set owner_id = gen_random_uuid() where id = '${newCase}'`,
    `case_file ${newCase}`,
  ],
])('who changed %s in the table is found', async (_what, statement, name) => {
  expect(await afterForging(statement)).toEqual([{ kind: 'row_changed', name }])
})

test('a deleted and a forged person are found', async () => {
  expect(await afterForging('delete from membership')).toEqual([
    { kind: 'row_deleted', name: `membership ${ngozi}/${shop}` },
  ])
  const eve = newId()
  expect(
    await afterForging(`insert into operator (id, email, name) values ('${eve}', 'eve@kept.test', 'Eve')`),
  ).toEqual([{ kind: 'row_inserted', name: `operator ${eve}` }])
})

test('a forged version is found, also one that is no row', async () => {
  const write = async (content: string) =>
    superuser.query(
      `set session_replication_role = replica;
       update afara.row_version set content = ${content} where table_name = 'operator';
       reset session_replication_role`,
    )
  await write(`content || jsonb_build_object('created_at', 'never', 'kept', content -> 'created_at')`)
  const found = await tampering()
  await write(`(content - 'kept') || jsonb_build_object('created_at', content -> 'kept')`)
  expect(found.map(({ kind }) => kind)).toEqual(['row_changed', 'row_changed'])
  expect(found.some(({ name }) => /^row_version [0-9a-f-]{36}$/.test(name))).toBe(true)
  expect(await tampering()).toEqual([])
})

test('a use of a passkey makes no version, a change through the service does, and neither is tampering', async () => {
  const count = async () =>
    (await superuser.query('select count(*)::int as count from afara.row_version')).rows[0].count
  const before = await count()
  await owner.query('update passkey set sign_count = 7, last_used_at = now()')
  expect(await count()).toBe(before)
  await owner.query('update passkey set revoked_at = now()')
  await owner.query(`update operator set status = 'suspended'`)
  expect(await count()).toBe(before + 2)
  expect(await tampering()).toEqual([])
  await sealAll()
  expect(await tampering()).toEqual([])
  expect(await tamperingInSlices()).toEqual([])
})

test('no role can change or delete a version, and only the service can add one', async () => {
  for (const statement of ['update row_version set number = 9', 'delete from row_version'])
    await expect(owner.query(statement)).rejects.toMatchObject({ code: 'AF002' })
  await expect(sealer.query('insert into row_version default values')).rejects.toMatchObject({
    code: '42501',
  })
})
