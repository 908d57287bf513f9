import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askJson } from '../src/http/ask-json.ts'
import { expectAccessible } from './accessible-page.ts'
import { openWatchedPage, startBrowser } from './watched-browser.ts'

type Made = { pay_link: { id: string; url: string; status: string; account_number: string; code: string } }

const stack = inject('devStack')
let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
})

const headers = () => ({ 'svc-sec-key': stack.facts['testKey'] ?? '' })
const makeLink = async (reference: string) => {
  const { businessId, linkTag } = stack.facts
  const made = (await askJson(`${stack.apiUrl}/pay-links/v1`, headers(), {
    business_id: businessId,
    link_tag: linkTag,
    amount: 25_000,
    network: 'Polygon',
    wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    description: 'Order 2291',
    return_url: 'http://127.0.0.1/orders/2291',
    reference,
  })) as Made
  return made.pay_link
}
const readLink = async (id: string) =>
  ((await askJson(`${stack.apiUrl}/pay-links/v1/${id}`, headers())) as Made).pay_link

test('a link is created, its page opened and the payment made, and the page changes to delivered by itself', async () => {
  const link = await makeLink('order-2291')
  expect((await makeLink('order-2291')).url).toBe(link.url)
  const { page, complaints, close } = await openWatchedPage(browser, {
    viewport: { width: 390, height: 844 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const opened = await page.goto(link.url)
  expect(opened?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
  await page.getByRole('heading', { name: 'Waiting for your transfer' }).waitFor()
  await page.getByRole('heading', { name: 'Ada Foods' }).waitFor()
  await page.getByText('Do not send real money.').waitFor()
  // The opened page has an account number of its own. It needs no code.
  const opening = await readLink(link.id)
  expect(opening.account_number).toMatch(/^99[0-9]{8}$/)
  expect(link.account_number).not.toBe(opening.account_number)
  await page.getByText(opening.account_number, { exact: true }).waitFor()
  expect(await page.getByText(link.code, { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Copy the amount' }).click()
  await page.locator('.copy.done').waitFor()
  const amount = String(await page.evaluate('navigator.clipboard.readText()'))
  expect(amount).toMatch(/^25000\.[0-9]{2}$/)
  // A reload of the page would lose this.
  await page.evaluate('globalThis.isKept = true')
  const payer = { account_number: '0123456789', name: 'ADA OBI', bank: 'GTB' }
  await askJson(
    `${stack.bankUrl}/admin/payments`,
    {},
    { payments: [{ account: opening.account_number, amount, payer }] },
  )
  await page.locator('body[data-state=delivered]').waitFor()
  await page.getByRole('heading', { name: /^₦25,000\.[0-9]{2} paid$/ }).waitFor()
  await page.getByText('GTBank, ending 6789').waitFor()
  expect(await page.evaluate('globalThis.isKept')).toBe(true)
  expect(await page.locator('#say').textContent()).toContain('paid')
  const back = page.locator('.acts').getByRole('link', { name: 'Back to' })
  expect(await back.getAttribute('href')).toBe('http://127.0.0.1/orders/2291')
  expect(await readLink(link.id)).toMatchObject({ status: 'completed' })
  // The receipt: its number on the page, the same in the PDF, and a page where anyone verifies it.
  const number = await page.getByText(/^TEST-20\d\d-[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent()
  const pdf = await fetch(`${link.url}/receipt.pdf`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(pdf.headers.get('content-disposition')).toContain(`${number}.pdf`)
  const shared = await page.locator('[data-share]').getAttribute('data-share')
  await page.goto(String(shared))
  await page.getByText('We issued this receipt').waitFor()
  await page.getByText(String(number), { exact: true }).waitFor()
  await page.getByRole('heading', { name: /^₦25,000\.[0-9]{2}$/ }).waitFor()
  expect(await page.getByText('ADA OBI').count()).toBe(0)
  await expectAccessible(page, 'verified-receipt')
  expect(complaints).toEqual([])
  await close()
})

test('a payment to the number of an expected buy settles it without a claim', async () => {
  const { businessId, linkTag } = stack.facts
  const made = (await askJson(`${stack.apiUrl}/transactions/v1/onramp/expected`, headers(), {
    business_id: businessId,
    link_tag: linkTag,
    amount: 31_000,
    reference: 'expected-2293',
  })) as { transaction: { transaction_id: string }; pay_into: { account_number: string; is_shared: boolean } }
  expect(made.pay_into).toMatchObject({ is_shared: false, account_number: expect.stringMatching(/^99/) })
  const payments = [{ account: made.pay_into.account_number, amount: '31000' }]
  await askJson(`${stack.bankUrl}/admin/payments`, {}, { payments })
  const read = async () =>
    (
      (await askJson(`${stack.apiUrl}/transactions/v1/${made.transaction.transaction_id}`, headers())) as {
        transaction: { status: string }
      }
    ).transaction.status
  await expect.poll(read).toBe('completed')
})

test('the open page of a cancelled link shows the cancellation and no longer asks for a payment', async () => {
  const link = await makeLink('order-2292')
  const { page, complaints, close } = await openWatchedPage(browser, {
    viewport: { width: 1280, height: 900 },
  })
  await page.goto(link.url)
  await page.getByAltText('QR code that opens this page').waitFor()
  await askJson(`${stack.apiUrl}/pay-links/v1/${link.id}/cancel`, headers(), {})
  await page.getByRole('heading', { name: 'This payment was cancelled' }).waitFor()
  expect(await page.getByText(link.account_number).count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

test('every command of the guide does what the guide says', async () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/guides/pay-links.md'), 'utf8')
  const script = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block).join('\n')
  const { testKey, businessId, linkTag } = stack.facts
  const values = { AFARA: stack.apiUrl, KEY: testKey, BUSINESS: businessId, TAG: linkTag }
  const filled = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`),
    script,
  )
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', filled], {
    timeout: 240_000,
  })
  expect(stdout).toContain('"status":"completed"')
  expect(stdout).toContain('"status":"cancelled"')
})
