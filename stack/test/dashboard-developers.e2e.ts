import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectAccessible } from './accessible-page.ts'
import { countClicks, type SignedUp, signUpBusiness } from './dashboard-stage.ts'
import { startBrowser } from './watched-browser.ts'

const stack = inject('devStack')
let browser: Browser
let ada: SignedUp
let page: Page

beforeAll(async () => {
  browser = await startBrowser()
  ada = await signUpBusiness(browser, stack, {
    business: 'Developers Foods',
    person: 'Tobi Ade',
    email: 'tobi@developers-foods.test',
  })
  page = ada.page
})
afterAll(async () => {
  await browser?.close()
  receiver.server?.close()
})

type Received = Readonly<{ id: string; type: string; isSigned: boolean }>
const receiver: { server?: Server; url: string; secret: string; got: Received[]; answers: number[] } = {
  url: '',
  secret: '',
  got: [],
  // The first message of the first event is refused, so that we must try again.
  answers: [],
}

/** A server of the business. It checks signatures on its own, as Standard Webhooks describes them. */
async function startReceiver(): Promise<void> {
  receiver.server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const id = String(request.headers['webhook-id'])
      const signed = `${id}.${String(request.headers['webhook-timestamp'])}.${body}`
      const secret = Buffer.from(receiver.secret.replace('whsec_', ''), 'base64')
      const wanted = `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`
      const isSigned = String(request.headers['webhook-signature']).split(' ').includes(wanted)
      const { type } = JSON.parse(body) as { type: string }
      receiver.got.push({ id, type, isSigned })
      response.writeHead(receiver.answers.shift() ?? 200).end('stored')
    })
  })
  await new Promise<void>((done) => receiver.server?.listen(0, '127.0.0.1', done))
  receiver.url = `http://127.0.0.1:${(receiver.server.address() as AddressInfo).port}/webhooks`
}

const open = async (tab: string) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${stack.environment.PEOPLE_ORIGIN}/dashboard/${ada.linkTag}/test/developers?tab=${tab}`)
}

test('a key is rotated while a program uses it, and no request fails', async () => {
  await open('keys')
  await page.getByText('First key').waitFor()
  await expectAccessible(page, 'developers-keys')
  await page.setViewportSize({ width: 1280, height: 900 })
  const program = { key: ada.key, sent: 0, failed: [] as number[], isDone: false }
  const calling = (async () => {
    while (!program.isDone) {
      const headers = { 'svc-sec-key': program.key }
      const { status } = await fetch(`${stack.apiUrl}/transactions/v1?limit=1`, { headers })
      program.sent += 1
      if (status !== 200) program.failed.push(status)
      await sleep(20)
    }
  })()
  const { click, told } = countClicks(page)
  await click('Rotate First key')
  await click('Rotate the key')
  const next = (await page.locator('dialog code').textContent()) ?? ''
  expect(next).toMatch(/^svc_test_/)
  const sendMore = async () => {
    const wanted = program.sent + 30
    await expect.poll(() => program.sent).toBeGreaterThanOrEqual(wanted)
  }
  // The program still has the old key for a while, as during a deployment.
  await sendMore()
  program.key = next
  await sendMore()
  await click('I have stored it')
  const { clicks, seconds } = told()
  // The old key ends. The program does not notice.
  const old = page.getByRole('listitem').filter({ hasText: 'ends ' })
  await old.getByRole('button', { name: 'Revoke First key' }).click()
  await click('Revoke the key')
  const askedWithOld = async () =>
    (await fetch(`${stack.apiUrl}/keys/v1/me`, { headers: { 'svc-sec-key': ada.key } })).status
  await expect.poll(askedWithOld).toBe(401)
  program.isDone = true
  await calling
  console.log(
    `key rotated: clicks=${clicks} seconds=${seconds.toFixed(1)} requests=${program.sent} failed=${program.failed.length}`,
  )
  expect(program.sent).toBeGreaterThan(50)
  expect(program.failed).toEqual([])
  ada = { ...ada, key: next }
})

test('a new key has only the scopes and the expiry that were chosen', async () => {
  await open('keys')
  await page.getByRole('button', { name: 'New test key' }).click()
  const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name} `) })
  const isOn = async (name: string) => box(name).isChecked()
  expect([await isOn('read'), await isOn('buy'), await isOn('payouts'), await isOn('webhooks')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  await box('buy').uncheck()
  await box('sell').uncheck()
  await page.getByLabel('Name', { exact: true }).fill('Reporting')
  await page.getByLabel('It ends').selectOption('30')
  await page.getByRole('button', { name: 'Make the key' }).click()
  const secret = (await page.locator('dialog code').textContent()) ?? ''
  const reply = await fetch(`${stack.apiUrl}/keys/v1/me`, { headers: { 'svc-sec-key': secret } })
  expect(await reply.json()).toMatchObject({ key: { scopes: ['read'] } })
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Reporting' }).getByText('ends ').waitFor()
})

test('an endpoint is made with a passkey; its events are seen in the tail and sent again', async () => {
  await startReceiver()
  await open('webhooks')
  const { click, type, told } = countClicks(page)
  await click('New endpoint')
  await expectAccessible(page, 'developers-new-endpoint')
  await page.setViewportSize({ width: 1280, height: 900 })
  await type('Address', receiver.url)
  await click('Create with your passkey')
  await page.getByRole('heading', { name: 'Copy the secret now' }).waitFor()
  receiver.secret = (await page.locator('dialog code').textContent()) ?? ''
  await click('I have stored it')
  await page.getByText('Nothing was sent yet.').waitFor()
  receiver.answers = [500]
  await click('Sandbox', 'link')
  await click('Run Paid exactly')
  await click('Webhooks', 'link')
  const row = page.getByRole('listitem').filter({ hasText: 'buy.completed' }).getByRole('link')
  await row.waitFor()
  await row.getByText('200').waitFor()
  await row.click()
  await page.getByText('Your server: 200').waitFor()
  const times = () => receiver.got.filter(({ type: one }) => one === 'buy.completed').length
  const before = times()
  await click('Send again')
  await expect.poll(times).toBe(before + 1)
  await expect.poll(async () => page.getByText('Your server: 200').count()).toBe(2)
  const { clicks, seconds } = told()
  console.log(
    `endpoint made, event delivered, seen and sent again: clicks=${clicks} seconds=${seconds.toFixed(1)}`,
  )
  // The message that was refused is sent again, so that none is on its way when the endpoint is paused.
  const ofFirst = () => receiver.got.filter(({ id }) => id === receiver.got[0]?.id).length
  await expect.poll(ofFirst).toBe(2)
  expect(receiver.got.filter(({ isSigned }) => !isSigned)).toEqual([])
  expect(await page.content()).not.toContain(receiver.secret)
  await expectAccessible(page, 'developers-webhooks')
})

test('an endpoint is paused with a passkey, and nothing is sent to it', async () => {
  await open('webhooks')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: 'Pause with your passkey' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  const before = receiver.got.length
  const headers = { 'svc-sec-key': ada.key, 'content-type': 'application/json' }
  await fetch(`${stack.apiUrl}/sandbox/v1/scenarios/paid_exactly`, { method: 'POST', headers, body: '{}' })
  await sleep(3_000)
  expect(receiver.got.length).toBe(before)
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByRole('button', { name: 'Resume with your passkey' }).click()
  await page.getByText('Receiving', { exact: true }).waitFor()
  await expect.poll(() => receiver.got.length).toBeGreaterThan(before)
})

test('a failed request is in the log within seconds, with its meaning and a link to the docs', async () => {
  await open('requests')
  const headers = { 'svc-sec-key': ada.key, 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: '{"amount": 5}' }
  const { status, headers: told } = await fetch(`${stack.apiUrl}/transactions/v1/onramp`, sent)
  expect(status).toBe(422)
  await page.getByRole('link', { name: 'Failures' }).click()
  const row = page.getByRole('link', { name: /POST \/transactions\/v1\/onramp/ }).first()
  await row.click()
  await page.getByRole('link', { name: /in the docs$/ }).waitFor()
  const id = told.get('x-request-id') ?? ''
  await page.getByTitle(id).waitFor()
  await expectAccessible(page, 'developers-requests')
})

test('the sandbox runs scenarios and moves the clock, and the report shows what passed', async () => {
  await open('sandbox')
  await page.getByRole('button', { name: 'Run Slow bank' }).waitFor()
  await page.getByRole('button', { name: '+1 h: move the clock by an hour' }).click()
  await page.getByText('1 h ahead of real time').waitFor()
  await page.getByRole('button', { name: 'Run Short payment' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Short payment' })
    .getByRole('link', { name: /^txn_/ })
    .waitFor()
  // A sell needs no scope that takes money out: a scenario moves none.
  await page.getByRole('button', { name: 'Run Slow bank' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Slow bank' })
    .getByRole('link', { name: /^txn_/ })
    .waitFor()
  await expectAccessible(page, 'developers-sandbox')
  await open('certification')
  const paid = page.getByRole('listitem').filter({ hasText: 'Paid exactly' })
  await paid.getByText('Passed:').waitFor()
  const short = page.getByRole('listitem').filter({ hasText: 'Short payment' })
  await short.getByText('Passed:').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'after it failed' }).getByText('Passed:').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'already has' }).getByText('Passed:').waitFor()
  await expectAccessible(page, 'developers-certification')
})

test('the browser had nothing to complain about', () => {
  expect(ada.complaints).toEqual([])
})
