import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@afara/stack/postgres/test-database.ts'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSoleProcess, type SoleProcess } from './sole-process.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
})

const isAlone = async (process: SoleProcess): Promise<string> =>
  process.confirm().then(
    () => 'alone',
    (error: Error) => error.message,
  )
const comesToBeAlone = async (process: SoleProcess): Promise<boolean> => {
  for (let times = 0; times < 50; times += 1) {
    if ((await isAlone(process)) === 'alone') return true
    await sleep(200)
  }
  return false
}

test('of two payers, one holds the lock; the other names the holder and takes over when the holder ends', async () => {
  const first = await createSoleProcess(database.url('afara_payer'), 'payer')
  const second = await createSoleProcess(database.url('afara_payer'), 'payer')
  expect(await isAlone(first)).toBe('alone')
  expect(await isAlone(second)).toMatch(/^another payer holds the lock: afara-payer .+:\d+/)
  await first.close()
  expect(await isAlone(first)).not.toBe('alone')
  expect(await comesToBeAlone(second)).toBe(true)
  await second.close()
})

test('a signer and a payer do not block each other', async () => {
  const payer = await createSoleProcess(database.url('afara_payer'), 'payer')
  const signer = await createSoleProcess(database.url('afara_signer'), 'signer')
  expect([await isAlone(payer), await isAlone(signer)]).toEqual(['alone', 'alone'])
  await Promise.all([payer.close(), signer.close()])
})

test('a process that loses its session does not work until it has the lock again', async () => {
  const process = await createSoleProcess(database.url('afara_payer'), 'payer')
  const superuser = new Pool({ connectionString: database.url('postgres'), max: 1 })
  await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'afara-payer %'
     and datname = current_database()`,
  )
  await superuser.end()
  expect(await isAlone(process)).not.toBe('alone')
  expect(await comesToBeAlone(process)).toBe(true)
  await process.close()
})
