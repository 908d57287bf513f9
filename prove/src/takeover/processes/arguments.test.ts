import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { callOf, readKnown } from './arguments.ts'
import { readCallable } from './call-functions.ts'
import { roles } from './process-stage.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 1, applicationName: 'test' })
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** These read a document of more than one level, or several arguments that must fit each other. */
const unfit = new Set([
  'book_surplus',
  'finish_batch_check',
  'store_api_key',
  'store_signature',
  'top_up_postings',
])

/** A call that fails with one of these says something about the attack, not about the wall. */
const badCalls = new Set(['42883', '42725', '42804', '42601', '22P02', '22007', '22023', '42P18'])

test('an attack calls every function that a role may execute with arguments of its types', async () => {
  const known = await readKnown(owner)
  const called = new Set<string>()
  const wrong: string[] = []
  for (const role of roles) {
    const pool = createPool(database.url(`afara_${role}`), { max: 1, applicationName: 'test', side: 'house' })
    for (const [place, one] of (await readCallable(owner, role)).entries()) {
      called.add(one.name)
      const { text, values } = callOf(one, known, place)
      const client = await pool.connect()
      await client.query('begin')
      await client.query(`set local statement_timeout = '2s'`)
      await client.query(text, values).catch((error: Error & { code?: string }) => {
        if (badCalls.has(error.code ?? '') && !unfit.has(one.name))
          wrong.push(`${role} ${one.name}: ${error.code} ${error.message}`)
      })
      await client.query('rollback')
      client.release()
    }
    await pool.end()
  }
  expect(called.size).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})
