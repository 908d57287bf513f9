import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { business, capital, float, posting, suspense } from './account.ts'
import { declaredPostings, declaredSteps, pairsOf } from './declared-postings.ts'
import { postEntry } from './ledger-store.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const shop = newId()
const one = money('NGNC', 1n)
const lane = float({ network: 'Polygon', number: 1 })
const count = async () => (await owner.query('select count(*)::int as n from entry')).rows[0].n as number

describe('no role posts what no step declares, not even the owner', () => {
  const forge = async (
    step: string,
    mode: 'live' | 'test',
    postings = [posting(capital, business(shop), one)],
  ) => postEntry(owner, { id: newId(), mode, transactionId: null, step, at: new Date(), postings })

  test.each(['credited_to_balance', 'returned_to_balance', 'lane_topped_up', 'an_invented_step'])(
    'capital becomes no balance as %s',
    async (step) => {
      const before = await count()
      for (const mode of ['live', 'test'] as const) {
        await expect(forge(step, mode)).rejects.toMatchObject({ code: 'posting_undeclared' })
      }
      expect(await count()).toBe(before)
    },
  )

  test('a step of test mode posts nothing in live mode', async () => {
    await expect(forge('test_balance_given', 'live')).rejects.toMatchObject({ code: 'posting_undeclared' })
    await forge('test_balance_given', 'test')
  })

  test('a declared posting does not carry an undeclared one', async () => {
    const postings = [posting(lane, capital, one), posting(capital, business(shop), one)]
    await expect(forge('lane_topped_up', 'live', postings)).rejects.toMatchObject({
      code: 'posting_undeclared',
    })
    await expect(forge('lane_topped_up', 'live', [posting(lane, suspense, one)])).rejects.toMatchObject({
      code: 'posting_undeclared',
    })
    await forge('lane_topped_up', 'live', [posting(lane, capital, one)])
  })

  test('grouped entries are refused alike', async () => {
    const many = `select post_entries('live', array[$1::uuid], array[null::uuid], 'credit_matched', now(), 'capital', '', 'business',
      array[$2], 'NGNC', array[1]::positive_minor[])`
    await expect(owner.query(many, [newId(), shop])).rejects.toMatchObject({ code: 'AF630' })
    const mixed = `select post_mixed_entries('live', 'delivery_opened', now(), array[$1::uuid], array[null::uuid], array[$1::uuid],
      '{capital}', '{""}', '{business}', array[$2], '{NGNC}', array[1]::positive_minor[])`
    await expect(owner.query(mixed, [newId(), shop])).rejects.toMatchObject({ code: 'AF630' })
  })

  test('no process writes the list', async () => {
    for (const role of [
      'afara_api',
      'afara_worker',
      'afara_people',
      'afara_sealer',
      'afara_signer',
      'afara_payer',
    ]) {
      const { rows } = await owner.query(
        `select has_table_privilege($1, 'declared_posting', 'insert, update, delete, truncate') as may`,
        [role],
      )
      expect(rows[0].may).toBe(false)
    }
  })
})

test('the database has the declared postings and no others', async () => {
  const { rows } = await owner.query<{ line: string }>(
    `select step || ' ' || debit_kind || ' ' || credit_kind || ' ' || mode as line from declared_posting where step <> 'test'`,
  )
  expect(new Set(rows.map(({ line }) => line))).toEqual(
    new Set(declaredPostings().map(({ step, debit, credit, mode }) => `${step} ${debit} ${credit} ${mode}`)),
  )
})

test('a step has a cause exactly if it credits a balance', () => {
  for (const steps of Object.values(declaredSteps))
    for (const [name, step] of Object.entries(steps)) {
      const credits = pairsOf(step).some(([, credit]) => credit === 'business')
      expect([name, step.cause !== undefined]).toEqual([name, credits])
    }
})

test('a cause credits a balance once', async () => {
  const world = createPool(database.url(), { max: 1, applicationName: 'test' })
  try {
    const forged = `insert into afara.entry values (gen_random_uuid(), 'live', $1, 'returned_to_balance', null, now(), 1)`
    const sell = newId()
    await world.query(forged, [sell])
    await expect(world.query(forged, [sell])).rejects.toMatchObject({ constraint: 'entry_of_balance_cause' })
  } finally {
    await world.end()
  }
})
