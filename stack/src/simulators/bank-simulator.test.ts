import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findFreePort } from '../processes/loopback-port.ts'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { type BankSimulatorOptions, startBankSimulator } from './bank-simulator.ts'

const run = await createTemporaryRun()
afterAll(() => run.remove())

const accounts = [
  { number: '0000000001', vendor: 'monnify' },
  { number: '0000000002', vendor: 'paystack' },
] as const
const start = async (folder: string, more: Partial<BankSimulatorOptions> = {}) =>
  startBankSimulator({ directory: join(run.directory, folder), onSpawn: run.onSpawn, accounts, ...more })

async function send(url: string, method: string, body: object): Promise<Response> {
  return fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}
const truthOf = async (adminUrl: string) => (await fetch(`${adminUrl}/truth`)).text()

test('after a kill during payments, it has every payment that it acknowledged', async () => {
  const port = await findFreePort()
  let bank = await start('killed', { port })
  const acknowledged: string[] = []
  const pay = async () => {
    for (;;) {
      const payments = Array.from({ length: 50 }, () => ({ account: '0000000001', amount: '15000.37' }))
      const response = await send(`${bank.adminUrl}/payments`, 'POST', { payments }).catch(() => undefined)
      if (response?.status !== 201) return
      const { payments: made } = (await response.json()) as { payments: { lines: { id: string }[] }[] }
      acknowledged.push(...made.flatMap(({ lines }) => lines.map(({ id }) => id)))
    }
  }
  for (let time = 0; time < 3; time += 1) {
    const paying = pay()
    await expect
      .poll(() => acknowledged.length, { interval: 5, timeout: 30_000 })
      .toBeGreaterThan(200 * (time + 1))
    await bank.kill()
    await paying
    bank = await start('killed', { port })
  }
  const truth = (await truthOf(bank.adminUrl)).trim().split('\n')
  const known = truth.map((line) => JSON.parse(line) as { id: string; balance_after_kobo: string })
  const ids = new Set(known.map(({ id }) => id))
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  expect(ids.size).toBe(known.length)
  expect(known.at(-1)?.balance_after_kobo).toBe(String(1_500_037n * BigInt(known.length)))
  await bank.stop()
})

test('clock, faults, secrets and scheduled events survive a kill too', async () => {
  const first = await start('restarted', { stoppedAt: '2026-11-12T09:00:00Z' })
  const { adminUrl } = first
  await send(`${adminUrl}/faults`, 'POST', { fault: 'feed_down', vendor: 'paystack' })
  await fetch(`${adminUrl}/vendors/monnify/rotate`, { method: 'POST' })
  const payments = [{ account: '0000000001', amount: '15000', faults: ['reversed_soon'] }]
  await send(`${adminUrl}/payments`, 'POST', { payments })
  await send(`${adminUrl}/clock`, 'PATCH', { advance_seconds: 60 })
  const before = await truthOf(adminUrl)
  await first.kill()

  const second = await start('restarted', { stoppedAt: '2020-01-01T00:00:00Z' })
  expect(await truthOf(second.adminUrl)).toBe(before)
  const state = await (await fetch(`${second.adminUrl}/state`)).json()
  expect(state).toMatchObject({
    clock: { now: '2026-11-12T09:01:00.000Z', running: false },
    scheduled: 1,
    faults: 1,
  })
  const { vendors } = (await (await fetch(`${second.adminUrl}/vendors`)).json()) as { vendors: object[] }
  expect(vendors[0]).toMatchObject({ secret: 'simulated_monnify_secret_2' })
  await send(`${second.adminUrl}/clock`, 'PATCH', { advance_seconds: 60 })
  expect(await truthOf(second.adminUrl)).toContain('"mark":"reversal"')
  await second.stop()
})

test('a notification that was not delivered before the kill is sent once after it', async () => {
  const taken: { body: string; signature: string | undefined }[] = []
  let status = 500
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const signature = request.headers['monnify-signature']
      taken.push({ body: Buffer.concat(chunks).toString(), signature: signature?.toString() })
      response.writeHead(status).end()
    })
  })
  const url = await listen(receiver)
  const more = { stoppedAt: '2026-11-12T09:00:00Z', hookUrls: { monnify: url } }
  const first = await start('notified', more)
  await send(`${first.adminUrl}/payments`, 'POST', { payments: [{ account: '0000000001', amount: '15000' }] })
  await expect.poll(() => taken.length).toBe(1)
  await expect
    .poll(async () => (await (await fetch(`${first.adminUrl}/hooks`)).json()) as object)
    .toMatchObject({ hooks: [{ attempts: 1, state: 'waiting' }] })
  await first.kill()

  status = 200
  const second = await start('notified', more)
  await send(`${second.adminUrl}/clock`, 'PATCH', { advance_seconds: 300 })
  await expect.poll(() => taken.length).toBe(2)
  await send(`${second.adminUrl}/clock`, 'PATCH', { advance_seconds: 3600 })
  const [one, two, ...others] = taken
  expect(others).toEqual([])
  expect(two).toEqual(one)
  expect(one?.signature).toBe(
    createHmac('sha512', 'simulated_monnify_secret_1')
      .update(one?.body ?? '')
      .digest('hex'),
  )
  await second.stop()
  receiver.close()
})

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}
