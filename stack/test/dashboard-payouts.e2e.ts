import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectAccessible } from './accessible-page.ts'
import { countClicks, enrolMember, fundBalance, type SignedUp, signUpBusiness } from './dashboard-stage.ts'
import { startBrowser, type WatchedPage } from './watched-browser.ts'

type Paid = Readonly<{ bank: string; number: string; kobo: string; arrived_kobo: string; status: string }>

const PAYMENTS = 200
/** A minute, and the seconds until the payer has seen them too. */
const SETTLES_MS = 68_000
const stack = inject('devStack')
const origin = stack.environment['PEOPLE_ORIGIN'] ?? ''
/** Account numbers that no other journey pays. */
const numberOf = (row: number): string => `77${String(row).padStart(8, '0')}`
const amountOf = (row: number): string => `${100 + row}.${row % 2 === 0 ? '50' : '00'}`
const koboOf = (row: number): string => String(10_000 + row * 100 + (row % 2 === 0 ? 50 : 0))
const rows = Array.from({ length: PAYMENTS }, (_none, place) => place + 1)
// Other journeys pay random account numbers.
const numbers = new Set([...rows, PAYMENTS + 1].map(numberOf))

let browser: Browser
let ngozi: SignedUp
let tunde: WatchedPage
/** When the accounts became beneficiaries. One member may pay them alone a minute later. */
let addedAtMs = 0

beforeAll(async () => {
  browser = await startBrowser()
  ngozi = await signUpBusiness(browser, stack, {
    business: 'Payroll Stores',
    person: 'Ngozi Eze',
    email: 'ngozi@payroll-stores.test',
  })
  await fundBalance(stack, ngozi, '100000')
  tunde = await enrolMember(browser, stack, {
    businessId: ngozi.businessId,
    linkTag: ngozi.linkTag,
    name: 'Tunde Ade',
    email: 'tunde@payroll-stores.test',
    role: 'finance',
  })
})
afterAll(async () => browser?.close())

/** What the bank paid to the accounts of this journey, by its own books. */
async function listPaid(): Promise<Paid[]> {
  const told = await (await fetch(`${stack.bankUrl}/admin/truth/payouts`)).text()
  return told
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Paid)
    .filter(({ number }) => numbers.has(number))
}

test('a batch of 200 payments is proposed by one member, approved by another, and paid exactly once', async () => {
  const { page } = ngozi
  const file = [
    'bank,account number,amount,reference,note',
    ...rows.map((row) => `GTBank,${numberOf(row)},"${amountOf(row)}",salary-${row},October`),
  ].join('\n')
  const proposing = countClicks(page)
  await page.goto(`${origin}/dashboard/${ngozi.linkTag}/test`)
  await proposing.click('Pay out', 'link')
  await page.getByRole('heading', { name: 'Pay out' }).waitFor()
  await proposing.click('Upload a CSV', 'link')
  await page.getByText('Choose a CSV file, or drop it here').waitFor()
  const buffer = Buffer.from(file)
  await page.locator('input[type=file]').setInputFiles({ name: 'october.csv', mimeType: 'text/csv', buffer })
  await page.getByText('200 payments', { exact: true }).waitFor()
  await proposing.click('Propose with passkey')
  await page.getByText('Waits for approval').waitFor()
  addedAtMs = Date.now()
  const proposed = proposing.told()
  // A proposer never sees "Approve" for their own order.
  expect(await page.getByRole('button', { name: 'Approve with passkey' }).count()).toBe(0)
  const fingerprint = page.locator('dd', { hasText: /^[0-9A-F]{4}-[0-9A-F]{4}$/ })
  const code = await fingerprint.textContent()
  expect(await listPaid()).toEqual([])

  await tunde.page.getByRole('link', { name: 'Pay out', exact: true }).first().click()
  await tunde.page.getByText('Needs approval').click()
  await tunde.page.getByRole('button', { name: 'Approve with passkey' }).waitFor()
  expect(await tunde.page.locator('dd', { hasText: /^[0-9A-F]{4}-[0-9A-F]{4}$/ }).textContent()).toBe(code)
  await expectAccessible(tunde.page, 'payouts-approve')
  await tunde.page.setViewportSize({ width: 1280, height: 900 })
  const approving = countClicks(tunde.page)
  await approving.click('Approve with passkey')
  await tunde.page.getByText('200 of 200 paid').waitFor({ timeout: 180_000 })
  const approved = approving.told()
  const paid = await listPaid()
  expect(
    paid.map(({ number, arrived_kobo, status }) => `${number} ${arrived_kobo} ${status}`).toSorted(),
  ).toEqual(rows.map((row) => `${numberOf(row)} ${koboOf(row)} success`).toSorted())
  console.log(
    `200 payments: proposed in ${proposed.clicks} clicks and ${proposed.seconds.toFixed(1)} s, approved in ${approved.clicks + 2} clicks and all paid in ${approved.seconds.toFixed(1)} s`,
  )
})

test('the same file again is refused, because its payments were made', async () => {
  const { page } = ngozi
  await page.goto(`${origin}/dashboard/${ngozi.linkTag}/test/pay-out/new?from=file`)
  const buffer = Buffer.from(
    `bank;account number;amount;reference\nGTBank;${numberOf(1)};101;salary-1\nNo Such Bank;123;1;x y`,
  )
  const choose = async (content: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: content })
  await choose(buffer)
  await page.getByText('An account number has ten digits.', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: 'Propose with passkey' }).isDisabled()).toBe(true)
  await expectAccessible(page, 'payouts-wrong-rows')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(Buffer.from(`bank,account number,amount,reference\nGTBank,${numberOf(1)},101,salary-1`))
  await page.getByText('1 payment', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page.getByText('Other payments of your business have these references: salary-1.').waitFor()
  // The refusal is the point of this test.
  ngozi.complaints.splice(0)
})

test('an owner lets one member pay alone, and a single payment needs one passkey', async () => {
  const { page } = ngozi
  await page.goto(`${origin}/dashboard/${ngozi.linkTag}/test/pay-out`)
  await page.getByText('Two members sign every order').waitFor()
  await expectAccessible(page, 'payouts-list')
  await page.setViewportSize({ width: 1280, height: 900 })
  const clicks = countClicks(page)
  await clicks.click('Change the limit')
  await clicks.type('Naira in 24 hours', '5,000')
  await expectAccessible(page, 'payouts-limit')
  await page.setViewportSize({ width: 1280, height: 900 })
  await clicks.click('Set the limit with passkey')
  await page.getByText('in 24 hours alone').waitFor()
  const before = await listPaid()
  await sleep(Math.max(0, addedAtMs + SETTLES_MS - Date.now()))
  await page.goto(
    `${origin}/dashboard/${ngozi.linkTag}/test/pay-out/new?to=${encodeURIComponent(`GTBank/${numberOf(2)}`)}`,
  )
  await page.getByLabel('Amount in naira', { exact: true }).waitFor()
  await expectAccessible(page, 'payouts-one')
  await page.setViewportSize({ width: 1280, height: 900 })
  const paying = countClicks(page)
  await paying.type('Amount in naira', '1,234.50')
  await paying.click('Check the payment')
  await page.getByText('1 payment', { exact: true }).waitFor()
  await paying.click('Propose with passkey')
  await page.getByText('1 of 1 paid').waitFor({ timeout: 180_000 })
  const { clicks: count, seconds } = paying.told()
  await expectAccessible(page, 'payouts-paid')
  console.log(`one payment: ${count} clicks, ${seconds.toFixed(1)} s`)
  const paid = (await listPaid()).slice(before.length)
  expect(paid.map(({ number, arrived_kobo }) => `${number} ${arrived_kobo}`)).toEqual([
    `${numberOf(2)} 123450`,
  ])
})

test('an owner restricts sells to beneficiaries, and a payment to a new account is refused', async () => {
  const { page } = ngozi
  const list = `${origin}/dashboard/${ngozi.linkTag}/test/pay-out`
  await page.goto(list)
  await page.getByRole('button', { name: 'Pay only beneficiaries' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).waitFor()
  await expectAccessible(page, 'payouts-restrict')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.getByText('Every sell, also with a key, pays only these accounts').waitFor()
  await expectAccessible(page, 'payouts-restricted')
  await page.setViewportSize({ width: 1280, height: 900 })
  // A member who may not set it still reads it.
  await tunde.page.goto(list)
  await tunde.page.getByText('Every sell, also with a key, pays only these accounts').waitFor()
  expect(await tunde.page.getByRole('button', { name: 'Allow any account' }).count()).toBe(0)

  const before = await listPaid()
  const newcomer = numberOf(PAYMENTS + 1)
  await page.goto(`${list}/new?to=${encodeURIComponent(`GTBank/${newcomer}`)}`)
  await page.getByLabel('Amount in naira', { exact: true }).fill('100')
  await page.getByRole('button', { name: 'Check the payment' }).click()
  await page.getByText('1 payment', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page.getByText('Waits for approval').waitFor()
  await tunde.page.goto(page.url())
  await tunde.page.getByRole('button', { name: 'Approve with passkey' }).click()
  await tunde.page.getByText('Your business sells only to its beneficiaries').first().waitFor()
  expect(await listPaid()).toEqual(before)

  await page.goto(list)
  await page.getByRole('button', { name: 'Allow any account' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.getByText('Sells pay only these accounts until').waitFor()
  await expectAccessible(page, 'payouts-opening')
})

test('the browsers had nothing to complain about', () => {
  expect([...ngozi.complaints, ...tunde.complaints]).toEqual([])
})
