import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { REPOSITORY_ROOT } from '../src/processes/node-process.ts'
import { expectAccessible, takesPictures } from './accessible-page.ts'
import { type AtConsole, openConsole, startJourney } from './console-stage.ts'
import { startBrowser } from './watched-browser.ts'

const stack = inject('devStack')
const reference = `console-${Date.now()}`
let browser: Browser
let console: AtConsole
let page: Page
let bought: Readonly<{ transaction_id: string; account: string }>

beforeAll(async () => {
  browser = await startBrowser()
  bought = await buy()
  console = await openConsole(browser, stack, 'first', '/test/transactions')
  page = console.page
})
afterAll(async () => browser?.close())

async function ask<T>(path: string, body?: object): Promise<T> {
  const reply = await fetch(`${stack.apiUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'svc-sec-key': stack.facts['testKey'] ?? '', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(reply.status, `${path}: ${await reply.clone().text()}`).toBe(200)
  return (await reply.json()) as T
}

/** Has a buy accepted and paid. */
async function buy() {
  const { VendorList: vendors } = await ask<{ VendorList: ReadonlyArray<Record<string, string>> }>(
    '/transactions/v1/vendors',
  )
  const vendor = vendors.find(({ vendorNumber }) => vendorNumber !== undefined)
  const { transaction } = await ask<{ transaction: { transaction_id: string } }>('/transactions/v1/onramp', {
    business_id: stack.facts['businessId'],
    link_tag: stack.facts['linkTag'],
    type: 'buy_ramp',
    amount: 17_000,
    vendor_name: vendor?.['vendorName'],
    vendor_bank: vendor?.['vendorBank'],
    vendor_number: vendor?.['vendorNumber'],
    bank_name: 'GTBank',
    account_number: String(Date.now()).slice(-10),
    account_name: 'UDUAK ETIM CONSOLE',
    reference,
  })
  await ask('/sandbox/v1/payments', { transaction_id: transaction.transaction_id })
  for (let tries = 0; tries < 300; tries += 1) {
    const { transaction: now } = await ask<{ transaction: { status: string } }>(
      `/transactions/v1/${transaction.transaction_id}`,
    )
    if (now.status === 'completed') break
    await sleep(200)
  }
  return { transaction_id: transaction.transaction_id, account: vendor?.['vendorNumber'] ?? '' }
}

test('⌘K finds a finished buy by its reference and by its payer, and shows everything about it', async () => {
  await page.keyboard.press('ControlOrMeta+k')
  const box = page.getByPlaceholder('Any id, reference, session, hash')
  await box.fill('uduak etim console')
  await page
    .getByRole('option', { name: /Uduak Etim Console/i })
    .first()
    .waitFor()
  await box.fill(reference)
  await page.getByRole('option', { name: /UDUAK ETIM CONSOLE/ }).waitFor()
  await expectAccessible(page, 'console-search')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/test/transactions/${bought.transaction_id}`)
  await page.getByRole('heading', { name: /Buy of ₦17,000.00/ }).waitFor()
  for (const title of ['What happened', 'Effects and their evidence', 'Ledger', 'Events sent', 'Margin'])
    await page.getByRole('heading', { name: title }).waitFor()
  await page.getByRole('heading', { name: 'Bank line' }).waitFor()
  await expectAccessible(page, 'console-transaction')
  await wide('console-transaction')
})

test('an operator blocks the credit of a transaction, and its case is beside it', async () => {
  await page.getByRole('button', { name: 'Place a lien…' }).click()
  await page.getByLabel('Who claims it, and how do you know?').fill('The bank of the payer wrote to us')
  await page.getByRole('button', { name: 'Block the credit' }).click()
  await page.getByText('Blocked by a lien').waitFor()
  await page.getByRole('link', { name: /Recall/ }).waitFor()
  expect(console.faults()).toEqual([])
})

test('a statement is dropped, compared and imported', async () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date())
  const reply = await fetch(
    `${stack.bankUrl}/admin/accounts/${bought.account}/statement?from=${day}&to=${day}&profile=mt940`,
  )
  expect(reply.status, await reply.clone().text()).toBe(200)
  const folder = join(REPOSITORY_ROOT, '.stack/files')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'statement.txt')
  writeFileSync(file, Buffer.from(await reply.arrayBuffer()))
  await console.open('/test/money')
  await page.getByRole('heading', { name: 'Floats' }).waitFor()
  await expectAccessible(page, 'console-money')
  await wide('console-money')
  const journey = startJourney('statement import', console)
  await page.getByRole('button', { name: 'Import a statement…' }).click()
  await page.getByLabel('The file of the bank').setInputFiles(file)
  await page.getByText('The rows add up. Nothing is recorded yet.').waitFor()
  await journey.leaveOut(async () => {
    await expectAccessible(page, 'console-import')
    await page.setViewportSize({ width: 1280, height: 900 })
  })
  await page.getByRole('button', { name: 'Import the statement', exact: true }).click()
  await page.getByText('The statement is imported.').waitFor()
  expect(journey.end()).toBeLessThan(5)
  await page.getByRole('button', { name: 'Close' }).last().click()
})

test('a float is topped up by a proposal that another operator approves', async () => {
  await page
    .getByRole('button', { name: /paystack/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Top up…' }).click()
  await page.getByLabel('Naira', { exact: true }).fill('1,000,000.00')
  await page.getByLabel('Where did it come from?').fill('From our account at Providus')
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.waitForURL('**/test/cases/cas_*')
  expect(console.faults()).toEqual([])
})

/** The widest screen is for people to look at. */
async function wide(name: string): Promise<void> {
  if (!takesPictures) return
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.screenshot({
    path: join(REPOSITORY_ROOT, `.stack/screens/${name}-1920-light.png`),
    fullPage: true,
  })
  await page.setViewportSize({ width: 1280, height: 900 })
}
