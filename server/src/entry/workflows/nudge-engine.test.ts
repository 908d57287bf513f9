import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccountNudges } from './nudge-engine.ts'

/** Stands in for the engine. Each call takes 100 ms. */
const engine = createServer((request, response) => {
  calls.push(request.url ?? '')
  setTimeout(() => response.end(), 100)
})
const calls: string[] = []
const lost: string[] = []
const onLost = (accountId: string) => lost.push(accountId)
let url = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`
})
beforeEach(() => {
  calls.length = 0
  lost.length = 0
})
afterAll(() => {
  engine.close()
})

test('a thousand buys into one account cause one call at once and one more when it ends', async () => {
  const nudge = createAccountNudges(url, onLost)
  for (let buys = 0; buys < 1_000; buys += 1) nudge('account-1')
  await expect.poll(() => calls.length, { timeout: 30_000 }).toBe(2)
  await sleep(300)
  expect(calls).toEqual(['/bank-account/account-1/advance', '/bank-account/account-1/advance'])
})

test('a buy that arrives during a call gets the next call', async () => {
  const nudge = createAccountNudges(url, onLost)
  nudge('account-1')
  await expect.poll(() => calls.length, { timeout: 30_000, interval: 5 }).toBe(1)
  nudge('account-1')
  await expect.poll(() => calls.length, { timeout: 30_000 }).toBe(2)
})

test('accounts do not wait for each other', async () => {
  const nudge = createAccountNudges(url, onLost)
  for (const account of ['a', 'b', 'c']) nudge(account)
  await expect.poll(() => calls.length, { timeout: 30_000 }).toBe(3)
})

test('without an engine a nudge is lost and reported, at most once a second for each account', async () => {
  const nudge = createAccountNudges('http://127.0.0.1:1', onLost)
  const began = performance.now()
  for (let buys = 0; buys < 50; buys += 1) {
    nudge('account-1')
    await sleep(5)
  }
  expect(new Set(lost)).toEqual(new Set(['account-1']))
  expect(lost.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 1_000)
})
