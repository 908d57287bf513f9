import { readFileSync } from 'node:fs'
import { formatId, newId, parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTroubles, drawNumber } from '../src/dev/make-troubles.ts'
import { openBankDesk } from '../src/simulators/bank-desk.ts'
import { expectAccessible } from './accessible-page.ts'
import { type AtConsole, openConsole, startJourney, untilBooked } from './console-stage.ts'
import { type SignedUp, signUpBusiness } from './dashboard-stage.ts'
import { startBrowser } from './watched-browser.ts'

const stack = inject('devStack')
let browser: Browser
let bisi: AtConsole
let chidi: AtConsole
let shop: SignedUp
let pool: Pool
let own: ReturnType<typeof createTroubles>
const desk = openBankDesk(`${stack.bankUrl}/admin`)
const unclaimed = { account_number: drawNumber(), account_name: 'TOLU UNCLAIMED' }

const wide = { width: 1280, height: 900 }

beforeAll(async () => {
  browser = await startBrowser()
  pool = createPool(stack.environment['DATABASE_URL_OWNER'] ?? '', { max: 1, applicationName: 'test' })
  shop = await signUpBusiness(browser, stack, {
    business: 'Kano Grains',
    person: 'Sani Bello',
    email: 'sani@kano-grains.test',
  })
  await shop.close()
  await desk.putHolder('000013', unclaimed.account_number, unclaimed.account_name)
  own = createTroubles(stack, shop)
  await own.leaveUnclaimed(120_000, unclaimed)
  bisi = await openConsole(browser, stack, 'first')
  chidi = await openConsole(browser, stack, 'second')
})
afterAll(async () => {
  await browser?.close()
  await pool?.end()
})

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
  const opened = newId()
  await pool.query(`select open_underpaid_case($1, $2, now(), now() + interval '38 minutes')`, [
    opened,
    parseId('transaction', id),
  ])
  return formatId('case', opened)
}

/** Holds back what tells the page of changes. Returns what lets it through. */
async function holdChanges(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/console/v1/test/changes', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

async function isAsked(payerNumber: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from case_file c join credit_fund f on f.line_id = c.line_id
     where c.kind = 'unmatched' and $1 like coalesce(f.payer_account_number, translate(f.payer_account_mask, '*', '_'))`,
    [payerNumber],
  )
  return rowCount === 1
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
  await page.setViewportSize(wide)
  await bisi.open('/live')
  await page.getByText('No case is open.').waitFor()
})

test('an address without a page says so, and leads back', async () => {
  await bisi.open('/test/nonsense')
  await bisi.page.getByRole('heading', { name: 'There is no page at this address' }).waitFor()
  const link = bisi.page.getByRole('link', { name: 'Open the first page' })
  expect(await link.getAttribute('href')).toBe('/')
})

test('two people decide a short payment, and see its result in naira before', async () => {
  const { page } = bisi
  const caseId = await openShortPayment(shop.key)
  const journey = startJourney('short payment', bisi, chidi)
  await bisi.open('/test/cases?kind=underpaid&who=Kano')
  await page
    .getByRole('link', { name: 'Less was paid than claimed. Continue or return it?' })
    .first()
    .waitFor()
  await journey.leaveOut(async () => {
    await expectAccessible(page, 'console-cases')
    await page.setViewportSize(wide)
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
    await page.setViewportSize(wide)
  })
  await journey.leaveOut(async () => {
    await page.getByRole('button', { name: 'Attach a file…' }).click()
    const letter = {
      name: 'letter.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<b>The payer agrees.</b>'),
    }
    await page.getByLabel('The file').setInputFiles(letter)
    await page.getByLabel('What does it show?').fill('the payer agrees to wait')
    await page.getByRole('button', { name: 'Attach it' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'letter.txt' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('letter.txt')
    expect(readFileSync(await saved.path(), 'utf8')).toBe('<b>The payer agrees.</b>')
    await page
      .getByText(/the payer agrees to wait \(file letter.txt, 24 bytes, SHA-256 [0-9a-f]{64}\)/)
      .waitFor()
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
  await other.setViewportSize(wide)
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
    await page.setViewportSize(wide)
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
  // A failure shows what is still frozen.
  const frozen = page.locator('section', { has: page.getByRole('heading', { name: 'Frozen', exact: true }) })
  await expect.poll(async () => frozen.innerText()).toContain('Nothing is frozen.')
})

test('two people let one close a kind of case; one closes such a case and the money arrives; one ends it', async () => {
  const { page } = bisi
  const panel = page.getByRole('region', { name: 'One person may close' })
  await bisi.open('/test/cases')
  await panel.getByRole('button', { name: 'Allow…' }).click()
  await page.getByLabel('What').selectOption('return unmatched')
  await page.getByLabel('Naira for one case').fill('200,000')
  await page.getByLabel('Naira in total').fill('500,000')
  await page.getByLabel('Until').fill(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10))
  await page.getByLabel('Why does one person suffice?').fill('the bank itself names the account')
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.waitForURL('**/test/cases/cas_*')
  await chidi.open(new URL(page.url()).pathname)
  await chidi.page.getByRole('button', { name: 'Approve with passkey' }).click()
  await chidi.page.getByText('It is decided.').waitFor()

  await untilBooked(pool, unclaimed.account_number)
  // The case is opened after the page read the list and before it opened its stream of changes.
  const release = await holdChanges(page)
  await bisi.open('/test/cases?kind=unmatched&who=Kano')
  await page.getByText('Nothing matches.').waitFor()
  await own.waitHours(25)
  await expect.poll(async () => isAsked(unclaimed.account_number), { timeout: 60_000 }).toBe(true)
  release()
  await page
    .getByRole('link', { name: /Who sent this/ })
    .first()
    .click()
  await page.getByRole('radio', { name: /^Return to/ }).check()
  await page.getByText('It takes effect when you sign.').waitFor()
  await page.getByLabel('Why?').fill('nobody claimed it for a day')
  await page.getByRole('button', { name: 'Close with passkey' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.getByText('It is decided.').waitFor()
  const arrived = async () =>
    (await desk.payoutTruth())
      .filter(({ number }) => number === unclaimed.account_number)
      .flatMap(({ arrivedMinor }) => arrivedMinor)
  await expect.poll(arrived).toEqual([12_000_000n])

  await bisi.open('/test/cases')
  await panel.getByText(/1 closed/).waitFor()
  await panel.getByRole('button', { name: 'End…' }).click()
  await page.getByLabel('Why?').fill('a test of the console')
  await page.getByRole('button', { name: 'End it' }).click()
  await panel.getByText('Ended', { exact: true }).waitFor()
  await expectAccessible(page, 'console-standing')
  await page.setViewportSize(wide)
})

test('nothing failed on the way', () => {
  expect([...bisi.faults(), ...chidi.faults()]).toEqual([])
})
