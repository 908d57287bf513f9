import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectAccessible } from './accessible-page.ts'
import { countClicks } from './dashboard-stage.ts'
import { addAuthenticator, openWatchedPage, startBrowser } from './watched-browser.ts'

const MOST_CLICKS = 12
const MOST_SECONDS = 120

const stack = inject('devStack')
let browser: Browser
let page: Page
let complaints: string[]
let key = ''

beforeAll(async () => {
  browser = await startBrowser()
  const opened = await openWatchedPage(browser, {})
  page = opened.page
  complaints = opened.complaints
  await addAuthenticator(page)
})
afterAll(async () => browser?.close())

async function click(name: string, role: 'button' | 'link' = 'button'): Promise<void> {
  await page.getByRole(role, { name, exact: true }).first().click()
}

test('a business signs up, gets a key and completes a first buy in two minutes and twelve clicks', async () => {
  const { click, type, told } = countClicks(page)
  await page.goto(`${stack.environment.PEOPLE_ORIGIN}/dashboard/sign-up`)
  await type('Your name', 'Ngozi Eze')
  await type('Work email', 'ngozi@ada-foods.test')
  await type('Business name', 'Ada Foods Ltd.')
  await page.getByText('ada-foods-ltd is free').waitFor()
  await click('Create account with a passkey')
  await page.getByRole('heading', { name: 'Ada Foods Ltd. is ready' }).waitFor()
  key = (await page.locator('code').first().textContent()) ?? ''
  await click('Run a first buy')
  await page.getByText('Completed', { exact: true }).waitFor()
  const { clicks, seconds } = told()
  console.log(`sign-up to a completed buy: ${clicks} clicks, ${seconds.toFixed(1)} s`)
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
  expect(seconds).toBeLessThan(MOST_SECONDS)
  await expectAccessible(page, 'dashboard-welcome')
})

test('the key of the sign-up works, and the page does not show it again', async () => {
  const reply = await fetch(`${stack.apiUrl}/keys/v1/me`, { headers: { 'svc-sec-key': key } })
  expect(await reply.json()).toMatchObject({ key: { mode: 'test', link_tag: 'ada-foods-ltd' } })
  await click('Open the dashboard', 'link')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  expect(await page.content()).not.toContain(key)
})

test('home shows the balance and what came in today', async () => {
  await page.getByText('1 of 1 buys completed').waitFor()
  await page.getByText('25,000').first().waitFor()
  await expectAccessible(page, 'dashboard-home')
})

test('a transaction is found in the list, opens from the keyboard, and tells where its money is', async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await click('Transactions', 'link')
  await page.getByRole('heading', { name: 'Transactions' }).waitFor()
  await page.locator('[data-row]').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
  await page.getByText('buy.completed').waitFor()
  expect(new URL(page.url()).searchParams.get('open')).toMatch(/^txn_/)
  await expectAccessible(page, 'dashboard-transaction')
  const [download] = await Promise.all([page.waitForEvent('download'), click('Receipt')])
  expect(download.suggestedFilename()).toMatch(/^afara-receipt-.+\.pdf$/)
  await click('Sells', 'link')
  await page.getByText('Nothing matches.').waitFor()
  expect(new URL(page.url()).searchParams.get('type')).toBe('sell')
})

test('live mode shows nothing of test mode', async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await click('Live', 'link')
  await page.getByRole('heading', { name: 'Live mode is not open yet' }).waitFor()
  expect(await page.getByText('Test mode.').count()).toBe(0)
  expect(await page.getByText('25,000').count()).toBe(0)
  await expectAccessible(page, 'dashboard-not-live')
  await click('Use test mode', 'link')
  await page.getByText('Test mode.').waitFor()
})

test('a developer makes a key that is shown once, rotates it and revokes it', async () => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await click('Developers', 'link')
  await page.getByText('First key').waitFor()
  await expectAccessible(page, 'dashboard-developers')
  await click('New test key')
  await page.getByLabel('Name', { exact: true }).fill('Checkout')
  await expectAccessible(page, 'dashboard-new-key')
  await click('Make the key')
  const secret = (await page.locator('dialog code').textContent()) ?? ''
  const works = async (text: string) =>
    (await fetch(`${stack.apiUrl}/keys/v1/me`, { headers: { 'svc-sec-key': text } })).status
  expect(await works(secret)).toBe(200)
  await click('I have stored it')
  await click('Rotate Checkout')
  await click('Rotate the key')
  const next = (await page.locator('dialog code').textContent()) ?? ''
  await click('I have stored it')
  expect([await works(secret), await works(next)]).toEqual([200, 200])
  await click('Revoke Checkout')
  await click('Revoke the key')
  await expect.poll(async () => works(next)).toBe(401)
  expect(await page.content()).not.toContain(secret)
})

test('the browser had nothing to complain about', () => {
  expect(complaints).toEqual([])
})
