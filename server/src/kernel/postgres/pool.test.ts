import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { isConnectionLoss } from './database-errors.ts'
import { createPool, inTransaction } from './pool.ts'

const database = await createTestDatabase()
const pool = createPool(database.url(), { max: 2, applicationName: 'test' })

afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a connection that breaks in use fails its query, but not the process or the next query', async () => {
  const cut = inTransaction(pool, async (sql) => {
    const { rows } = await sql.query<{ pid: number }>('select pg_backend_pid() as pid')
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    // The connection breaks between two statements, when no query waits for an answer.
    await sleep(50)
    await sql.query('select 1')
  })
  await expect(cut).rejects.toThrow(/terminat|not queryable/)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

/** Creates a proxy to PostgreSQL that can stop answering without an error, as when the remote machine is gone. */
async function createSilencer() {
  const upstream = new URL(database.url())
  let isSilent = false
  const server = createServer((client) => {
    const there = connect(Number(upstream.port), upstream.hostname)
    client.on('data', (data) => isSilent || there.write(data)).on('error', () => {})
    there.on('data', (data) => isSilent || client.write(data)).on('error', () => {})
    client.on('close', () => there.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database.url())
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    setSilent: (value: boolean) => {
      isSilent = value
    },
    close: () => server.close(),
  }
}

test('a query to a server that silently disappeared fails, and its outcome is unknown', async () => {
  const silencer = await createSilencer()
  const lost = createPool(silencer.url, { max: 1, applicationName: 'test', answersWithinMs: 3_000 })
  await lost.query('select 1')
  silencer.setSilent(true)
  const error: unknown = await lost.query('select 2').catch((reason: unknown) => reason)
  expect(isConnectionLoss(error)).toBe(true)
  silencer.setSilent(false)
  expect((await lost.query('select 3 as three')).rows).toEqual([{ three: 3 }])
  await lost.end()
  silencer.close()
})
