import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTroubles, drawNumber } from '../src/dev/make-troubles.ts'
import { expectAccessible } from './accessible-page.ts'
import { type AtConsole, openConsole, startJourney } from './console-stage.ts'
import { type SignedUp, signUpBusiness } from './dashboard-stage.ts'
import { startBrowser } from './watched-browser.ts'

const stack = inject('devStack')
const wide = { width: 1280, height: 900 }
/** A name of its own, so that the journeys can run twice on one stack. */
const name = `Warri Market ${drawNumber().slice(0, 5)}`
let browser: Browser
let bisi: AtConsole
let chidi: AtConsole
let shop: SignedUp
let own: ReturnType<typeof createTroubles>
let made = ''

beforeAll(async () => {
  browser = await startBrowser()
  shop = await signUpBusiness(browser, stack, {
    business: name,
    person: 'Efe Oghene',
    email: `efe@${name.toLowerCase().replaceAll(' ', '-')}.test`,
  })
  own = createTroubles(stack, shop)
  made = await own.play('over_payment')
  bisi = await openConsole(browser, stack, 'first')
  chidi = await openConsole(browser, stack, 'second')
  await Promise.all([bisi, chidi].map(async ({ page }) => page.setViewportSize(wide)))
})
afterAll(async () => browser?.close())

async function approve(path: string): Promise<void> {
  await chidi.open(path)
  await chidi.page.getByRole('button', { name: 'Approve with passkey' }).click()
  await chidi.page.getByText('It is decided.').waitFor()
}

const statusOf = async (id: string) =>
  (await own.ask<{ transaction: { status: string } }>(`/transactions/v1/${id}`)).transaction.status

test('suspend: a business is stopped at once by one person, and two let it resume', async () => {
  const { page } = bisi
  await bisi.open('/test')
  const journey = startJourney('suspend', bisi, chidi)
  await page.getByRole('link', { name: 'Businesses' }).first().click()
  await page.getByLabel('Name or link tag').fill(name)
  await page.getByRole('link', { name: new RegExp(name) }).waitFor()
  await journey.leaveOut(async () => {
    await expectAccessible(page, 'console-businesses')
    await page.setViewportSize(wide)
  })
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('button', { name: 'Suspend…' }).click()
  await page.getByLabel('What happened?').fill('its key was found in a public repository')
  await page.getByRole('button', { name: 'Suspend it now' }).click()
  await page.getByText('Suspended', { exact: true }).waitFor()
  await journey.leaveOut(async () => {
    await expectAccessible(page, 'console-business')
    await page.setViewportSize(wide)
    await expect.poll(async () => statusOf(made).catch(() => 'refused')).toBe('refused')
  })
  await page.getByRole('button', { name: 'Propose to resume…' }).click()
  await page.getByLabel('What did you find?').fill('it has a new key')
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.waitForURL('**/test/cases/cas_*')
  await approve(new URL(page.url()).pathname)
  journey.end()
  await expect.poll(async () => statusOf(made).catch(() => 'refused')).not.toBe('refused')
})

test('a bank account is taken out of service by one person, and a rate is proposed', async () => {
  const { page } = bisi
  await bisi.open('/test/banks')
  await page.getByRole('heading', { name: 'Payouts by bank' }).waitFor()
  await page
    .getByRole('row', { name: /Guaranty Trust/ })
    .first()
    .waitFor()
  await expectAccessible(page, 'console-banks')
  await page.setViewportSize(wide)
  await page.getByRole('button', { name: 'Set USD/NGN' }).click()
  await page.getByLabel('Bid').fill('1')
  await page.getByLabel('Why?').fill('the sources are wrong')
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page
    .getByRole('alert')
    .getByText(/is not a valid rate/)
    .waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: /^Take out of service: Monnify/ }).click()
  await page.getByLabel('What happened?').fill('a test of the console')
  await page.getByRole('button', { name: 'Take it out of service now' }).click()
  await page.getByRole('button', { name: /^Put back: Monnify/ }).click()
  await page.getByLabel('What did you find?').fill('it was a test')
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.waitForURL('**/test/cases/cas_*')
  await approve(new URL(page.url()).pathname)
  await bisi.open('/test/banks')
  await page.getByRole('button', { name: /^Take out of service: Monnify/ }).waitFor()
})

test('nothing failed on the way', () => {
  expect([...bisi.faults(), ...chidi.faults()]).toEqual([])
})
