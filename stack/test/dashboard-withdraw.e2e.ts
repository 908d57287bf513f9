import { randomBytes } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readTokens } from '../src/chains/evm/deploy-token.ts'
import { expectAccessible } from './accessible-page.ts'
import {
  countClicks,
  enrolMember,
  fundBalance,
  mailedTo,
  type SignedUp,
  signUpBusiness,
} from './dashboard-stage.ts'
import { addAuthenticator, startBrowser, type WatchedPage } from './watched-browser.ts'

const stack = inject('devStack')
const origin = stack.environment['PEOPLE_ORIGIN'] ?? ''
/** A wallet that nobody else pays. */
const ADDRESS = `0x${randomBytes(20).toString('hex')}`
const DECIMALS = BigInt(stack.environment['CHAIN_TEST_POLYGON_DECIMALS'] ?? '6')
const SENT_MINOR = 12_345_50n

let browser: Browser
let ngozi: SignedUp
let tunde: WatchedPage
const tokensMinor = async (): Promise<bigint> =>
  (await readTokens(stack.environment['CHAIN_TEST_POLYGON_URL'] ?? '', ADDRESS)) / 10n ** (DECIMALS - 2n)

beforeAll(async () => {
  browser = await startBrowser()
  ngozi = await signUpBusiness(browser, stack, {
    business: 'Treasury Stores',
    person: 'Ngozi Eze',
    email: 'ngozi@treasury-stores.test',
  })
  await fundBalance(stack, ngozi, '50000')
  tunde = await enrolMember(browser, stack, {
    businessId: ngozi.businessId,
    linkTag: ngozi.linkTag,
    name: 'Tunde Ade',
    email: 'tunde@treasury-stores.test',
    role: 'finance',
  })
})
afterAll(async () => browser?.close())

test('a member enrols a wallet, another approves it, and everybody who may pay is told', async () => {
  const { page } = ngozi
  await page.goto(`${origin}/dashboard/${ngozi.linkTag}/test`)
  // A new business is pointed to what is missing before it can move real money.
  await page.getByText('Move real money: 0 of 7 steps are complete').waitFor()
  await expectAccessible(page, 'withdraw-home')
  await page.setViewportSize({ width: 1280, height: 900 })
  const clicks = countClicks(page)
  await clicks.click('Balance', 'link')
  await clicks.click('Wallets', 'link')
  await page.getByText('A thief with your browser alone cannot send your balance away.').waitFor()
  await expectAccessible(page, 'withdraw-empty')
  await page.setViewportSize({ width: 1280, height: 900 })
  await clicks.click('Enrol a wallet')
  await clicks.type('Name', 'Treasury')
  await clicks.type('Address', ADDRESS)
  await expectAccessible(page, 'withdraw-enrol')
  await page.setViewportSize({ width: 1280, height: 900 })
  await clicks.click('Enrol with passkey')
  await page.getByText('Cooling off').waitFor()
  const enrolled = clicks.told()
  // The member who enrolled it cannot approve it.
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)

  await tunde.page.goto(`${origin}/dashboard/${ngozi.linkTag}/test/balance/wallets`)
  await tunde.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await tunde.page.getByText(/Compare the address with the wallet itself/).waitFor()
  await expectAccessible(tunde.page, 'withdraw-approve-wallet')
  await tunde.page.setViewportSize({ width: 1280, height: 900 })
  await tunde.page.getByRole('button', { name: 'Approve with passkey' }).click()
  await tunde.page.getByText('Ready', { exact: true }).waitFor()
  const mail = await mailedTo(stack, 'tunde@treasury-stores.test', 'enrolled a wallet in test mode')
  expect(mail.text.toLowerCase()).toContain(ADDRESS)
  console.log(`a wallet: ${enrolled.clicks} clicks`)
})

test('two members withdraw, and the tokens arrive on the chain exactly once', async () => {
  const { page } = ngozi
  await page.goto(`${origin}/dashboard/${ngozi.linkTag}/test/balance`)
  const clicks = countClicks(page)
  await clicks.click('Withdraw', 'link')
  await page.getByLabel('Amount in NGNC', { exact: true }).fill('99,000')
  await page.getByText('Your balance is below this amount.').waitFor()
  expect(await page.getByRole('button', { name: 'Withdraw with passkey' }).isDisabled()).toBe(true)
  await clicks.type('Amount in NGNC', '12,345.50')
  await page.getByText('Another member must approve it with their passkey').waitFor()
  await expectAccessible(page, 'withdraw-form')
  await page.setViewportSize({ width: 1280, height: 900 })
  await clicks.click('Withdraw with passkey')
  await page.getByText('Waits for approval').waitFor()
  const proposed = clicks.told()
  expect(await page.getByRole('button', { name: 'Approve with passkey' }).count()).toBe(0)
  expect(await tokensMinor()).toBe(0n)

  // The second member finds it where payments are approved.
  await tunde.page.getByRole('link', { name: 'Pay out', exact: true }).first().click()
  await tunde.page.getByText('Withdrawal to Treasury').click()
  await tunde.page.getByRole('button', { name: 'Approve with passkey' }).waitFor()
  await expectAccessible(tunde.page, 'withdraw-approve')
  await tunde.page.setViewportSize({ width: 1280, height: 900 })
  const approving = countClicks(tunde.page)
  await approving.click('Approve with passkey')
  await tunde.page.getByText('Arrived', { exact: true }).waitFor()
  const { seconds } = approving.told()
  expect(await tokensMinor()).toBe(SENT_MINOR)
  await page.goto(`${origin}/dashboard/${ngozi.linkTag}/test/balance/wallets`)
  await page.getByText('Arrived', { exact: true }).waitFor()
  await expectAccessible(page, 'withdraw-wallets')
  await page.setViewportSize({ width: 1280, height: 900 })
  console.log(`a withdrawal: ${proposed.clicks} clicks, arrived ${seconds.toFixed(1)} s after its approval`)
})

test('a thief with a session and no passkey withdraws nothing', async () => {
  // The browser stays signed in, and its authenticator is that of another person.
  const thief = await ngozi.page.context().newPage()
  await addAuthenticator(thief)
  await thief.goto(`${origin}/dashboard/${ngozi.linkTag}/test/balance/withdraw`)
  await thief.getByLabel('Amount in NGNC', { exact: true }).fill('1000')
  await thief.getByRole('button', { name: 'Withdraw with passkey' }).click()
  await thief.getByText('Nothing was signed. Use your passkey and try again.').waitFor()
  await thief.close()
  expect(await tokensMinor()).toBe(SENT_MINOR)
})

test('“New API key” opens the form of a new key', async () => {
  const { page } = ngozi
  await page.goto(`${origin}/dashboard/${ngozi.linkTag}/test`)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Any id, reference, amount, payer or command').fill('new api key')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New test key' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/dashboard/${ngozi.linkTag}/test/developers`)
})

test('the browsers had nothing to complain about', () => {
  expect([...ngozi.complaints, ...tunde.complaints]).toEqual([])
})
