import { formatId, newId, parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectAccessible } from './accessible-page.ts'
import { type AtConsole, openConsole, startJourney } from './console-stage.ts'
import { signUpBusiness } from './dashboard-stage.ts'
import { startBrowser } from './watched-browser.ts'

const stack = inject('devStack')
let browser: Browser
let bisi: AtConsole
let chidi: AtConsole
let businessKey = ''

const desk = { width: 1280, height: 900 }

beforeAll(async () => {
  browser = await startBrowser()
  const { key, close } = await signUpBusiness(browser, stack, {
    business: 'Kano Grains',
    person: 'Sani Bello',
    email: 'sani@kano-grains.test',
  })
  businessKey = key
  await close()
  bisi = await openConsole(browser, stack, 'first')
  chidi = await openConsole(browser, stack, 'second')
})
afterAll(async () => browser?.close())

/** Makes a payment short, and ends the time in which the payer can send the rest. */
async function openShortPayment(key: string): Promise<string> {
  const ask = async (path: string, body?: object) => {
    const headers = { 'svc-sec-key': key, 'content-type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const reply = await fetch(`${stack.apiUrl}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await reply.json()) as { run: { transaction_id: string }; transaction: { status: string } }
  }
  const { transaction_id: id } = (await ask('/sandbox/v1/scenarios/short_payment', {})).run
  const status = async () => (await ask(`/transactions/v1/${id}`)).transaction.status
  await expect.poll(status).toBe('part_paid')
  const pool = createPool(stack.environment['DATABASE_URL_OWNER'] ?? '', { max: 1, applicationName: 'test' })
  try {
    const opened = newId()
    await pool.query(`select open_underpaid_case($1, $2, now(), now() + interval '38 minutes')`, [
      opened,
      parseId('transaction', id),
    ])
    return formatId('case', opened)
  } finally {
    await pool.end()
  }
}

test('a member cannot sign in at the console', async () => {
  const { page, close } = await signUpBusiness(browser, stack, {
    business: 'Jos Tyres',
    person: 'Musa Gyang',
    email: 'musa@jos-tyres.test',
  })
  await page.goto(`${stack.environment['CONSOLE_ORIGIN']}/live`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const refusal = await page.getByRole('alert').textContent()
  expect(refusal).toBe('Only operators of Afara sign in here. Members use the dashboard.')
  await close()
})

test('the first screen says whether money moves, and live is not mixed with test', async () => {
  const { page } = bisi
  await page
    .getByRole('heading', { level: 1 })
    .getByText(/^(Money is moving|Nothing is sent)/)
    .waitFor()
  await page.getByText('Polygon', { exact: true }).first().waitFor()
  await expectAccessible(page, 'console-now')
  await page.setViewportSize(desk)
  await bisi.open('/live')
  await page.getByText('No case is open.').waitFor()
})

test('two people decide a short payment, and see its result in naira before', async () => {
  const { page } = bisi
  const caseId = await openShortPayment(businessKey)
  const journey = startJourney('short payment', bisi, chidi)
  await bisi.open('/test/cases?kind=underpaid&who=Kano')
  await page
    .getByRole('link', { name: 'Less was paid than claimed. Continue or return it?' })
    .first()
    .waitFor()
  await journey.leaveOut(async () => {
    await expectAccessible(page, 'console-cases')
    await page.setViewportSize(desk)
  })
  await page.keyboard.press('t')
  await page.getByText('you own it').first().waitFor()
  await page.keyboard.press('e')
  await page
    .getByRole('heading', { level: 1, name: 'Less was paid than claimed. Continue or return it?' })
    .waitFor()
  expect(new URL(page.url()).pathname).toBe(`/test/cases/${caseId}`)
  const back = page.getByRole('radio', { name: /^Return what the buy holds/ })
  await page.getByText('Contradicts it').waitFor()
  await journey.leaveOut(async () => {
    await expectAccessible(page, 'console-case-open')
    await page.setViewportSize(desk)
  })
  await page.getByRole('button', { name: 'Hand over…' }).click()
  await page.getByLabel('To whom?').selectOption('chidi@afara.test')
  await page.getByLabel('What do they need to know?').fill('the payer is yours')
  await page.getByRole('button', { name: 'Hand over the case' }).click()
  await page.getByText('Chidi Okafor owns it.').waitFor()
  await back.check()
  await page.getByLabel('Why? The other person reads this').fill('the business wants it back: mail of today')
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  const dialog = page.getByRole('dialog')
  const signed = await dialog.getByRole('region', { name: 'You sign exactly this' }).textContent()
  await dialog.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.getByText('You cannot approve your own proposal.').waitFor()
  expect(await page.getByRole('button', { name: 'Approve with passkey' }).count()).toBe(0)

  const other = chidi.page
  await other
    .getByRole('link', { name: /Needs your approval/ })
    .first()
    .waitFor()
  await chidi.open(`/test/cases/${caseId}`)
  const shown = other.getByRole('region', { name: 'You sign exactly this' })
  expect(await shown.textContent()).toBe(signed)
  await journey.leaveOut(async () => expectAccessible(other, 'console-case-approve'))
  // Approving works on a phone.
  await other.setViewportSize({ width: 390, height: 844 })
  await other.getByRole('button', { name: 'Approve with passkey' }).click()
  await other.getByText('It is decided.').waitFor()
  await other.setViewportSize(desk)
  await page.getByText('It is decided.').waitFor()
  expect(journey.end()).toBeLessThan(20)
})

test('one person freezes a network, and two lift it', async () => {
  const { page } = bisi
  await bisi.open('/test')
  const journey = startJourney('freeze and lift', bisi, chidi)
  await page.getByRole('button', { name: 'Freeze…' }).click()
  await page.getByLabel('What happened?').fill('a test of the console')
  await page.getByLabel('Network, in test mode').selectOption('Avalanche')
  await journey.leaveOut(async () => {
    await expectAccessible(page, 'console-freeze')
    await page.setViewportSize(desk)
  })
  await page.getByRole('button', { name: 'Freeze Avalanche now' }).click()
  await page
    .getByRole('heading', { level: 1 })
    .getByText(/Avalanche is frozen/)
    .waitFor()
  await page.getByRole('button', { name: 'Propose to lift…' }).click()
  await page.getByLabel('What did you find?').fill('it was a test')
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.getByText('You cannot approve your own proposal.').waitFor()
  const id = new URL(page.url()).pathname
  await chidi.open(id)
  await chidi.page.getByRole('button', { name: 'Approve with passkey' }).click()
  await chidi.page.getByText('It is decided.').waitFor()
  expect(journey.end()).toBeLessThan(15)
  await bisi.open('/test')
  await page.getByText('Nothing. Every rail may send.').waitFor()
})

test('nothing failed on the way', () => {
  expect([...bisi.faults(), ...chidi.faults()]).toEqual([])
})
