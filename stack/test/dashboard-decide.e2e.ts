import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectAccessible } from './accessible-page.ts'
import { type SignedUp, signUpBusiness } from './dashboard-stage.ts'
import { startBrowser } from './watched-browser.ts'

const stack = inject('devStack')
const named = { business: 'Dayo Books', person: 'Dayo Bello', email: 'dayo@books.test' }
let browser: Browser
let business: SignedUp
let page: Page
let address = ''

beforeAll(async () => {
  browser = await startBrowser()
  business = await signUpBusiness(browser, stack, named)
  page = business.page
  address = `${stack.environment['PEOPLE_ORIGIN']}/dashboard/${business.linkTag}/test`
})
afterAll(async () => browser?.close())

async function ask<T>(path: string, body?: object): Promise<T> {
  const reply = await fetch(`${stack.apiUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'svc-sec-key': business.key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(reply.status, `${path}: ${await reply.clone().text()}`).toBe(200)
  return (await reply.json()) as T
}

const begin = async (scenario: string): Promise<string> => {
  const { run } = await ask<{ run: { transaction_id: string } }>(`/sandbox/v1/scenarios/${scenario}`, {})
  return run.transaction_id
}

test('a member sees what a short payment asks, and sends it back with a passkey', async () => {
  const id = await begin('short_payment')
  await page.goto(`${address}/`)
  await page.getByText('The payer sent less than the amount of this buy.').first().waitFor()
  await page.goto(`${address}/transactions?open=${id}`)
  const panel = page.getByRole('region', { name: 'Your decision' })
  await panel.getByText('The naira goes back to the account that it came from.').waitFor()
  await panel.getByText('If you do not decide, the money goes back.').waitFor()
  await expectAccessible(page, 'dashboard-decision')
  await page.setViewportSize({ width: 1280, height: 900 })
  await panel.getByRole('button', { name: 'Send it back' }).click()
  await expectAccessible(page, 'dashboard-decision-dialog')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Send it back with your passkey' }).click()
  await panel.waitFor({ state: 'detached' })
  const { cases } = await ask<{ cases: { decision: object }[] }>(`/cases/v1?transaction_id=${id}`)
  expect(cases).toMatchObject([{ decision: { choice: 'return', decided_by: 'member' } }])
  await page.getByRole('article').getByText('Refunded', { exact: true }).first().waitFor()
})

test('a member is told how to pay another account, and cannot choose it', async () => {
  const id = await begin('name_mismatch')
  await page.goto(`${address}/transactions?open=${id}`)
  const panel = page.getByRole('region', { name: 'Your decision' })
  await panel.getByText('To pay another account, send it back, then order a payment.').waitFor()
  await panel.getByRole('button', { name: 'The name is right' }).waitFor()
  expect(await panel.getByRole('button').allTextContents()).toEqual(['The name is right', 'Send it back'])
})

test('what arrived and is not matched yet is on Home, without its payer', async () => {
  type Reply = { pay_link: { id: string; url: string; transaction_id: string; account_number: string } }
  const { pay_link: made } = await ask<Reply>('/pay-links/v1', {
    business_id: business.businessId,
    link_tag: business.linkTag,
    amount: 30_000,
  })
  await fetch(made.url)
  const { pay_link: link } = await ask<Reply>(`/pay-links/v1/${made.id}`)
  const pay = async (faults: readonly string[]) => {
    const paid = { account: link.account_number, amount: '30000', faults }
    const reply = await fetch(`${stack.bankUrl}/admin/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payments: [paid] }),
    })
    expect(reply.status, await reply.text()).toBe(201)
  }
  await pay([])
  // If both payments were read together, the first one could count as the second.
  await page.goto(`${address}/transactions?open=${link.transaction_id}`)
  await page.getByRole('article').getByText('Completed', { exact: true }).first().waitFor()
  // The second payment cannot go back, because its bank hides who paid.
  await pay(['number_paid_again', 'payer_blank'])
  await page.goto(`${address}/`)
  const panel = page.getByRole('region', { name: 'Received, not matched yet' })
  await panel.getByText('₦30,000.00').waitFor()
  await expectAccessible(page, 'dashboard-unmatched')
  await page.setViewportSize({ width: 1280, height: 900 })
  await panel.getByRole('link', { name: 'Buy' }).click()
  await page.waitForURL(`**/transactions?open=${link.transaction_id}`)
})

test('a session alone decides nothing', async () => {
  const id = await begin('short_payment')
  await page.goto(`${address}/transactions?open=${id}`)
  await page.getByRole('region', { name: 'Your decision' }).waitFor()
  const { cases } = await ask<{ cases: { case_id: string }[] }>(`/cases/v1?transaction_id=${id}`)
  const tokens: string[] = []
  page.on('request', (request) => {
    const token = request.headers()['svc-sec-key']
    if (token?.startsWith('svc_token_')) tokens.push(token)
  })
  await page.waitForRequest((request) => request.url().startsWith(stack.apiUrl))
  await expect.poll(() => tokens.length).toBeGreaterThan(0)
  const reply = await fetch(`${stack.apiUrl}/cases/v1/${cases[0]?.case_id}/decisions`, {
    method: 'POST',
    headers: { 'svc-sec-key': tokens[0] ?? '', 'content-type': 'application/json' },
    body: '{"choice":"return"}',
  })
  expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'scope_missing' }])
})
