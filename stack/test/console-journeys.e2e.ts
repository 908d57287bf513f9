import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTroubles, drawNumber } from '../src/dev/make-troubles.ts'
import { openBankDesk } from '../src/simulators/bank-desk.ts'
import { expectAccessible } from './accessible-page.ts'
import { type AtConsole, openConsole, sendToLane, startJourney, untilBooked } from './console-stage.ts'
import { type SignedUp, signUpBusiness } from './dashboard-stage.ts'
import { startBrowser } from './watched-browser.ts'

const stack = inject('devStack')
const desk = openBankDesk(`${stack.bankUrl}/admin`)
const GTBANK = '000013'
const TOPPED_UP = 900_000_000n
const wide = { width: 1280, height: 900 }
/** A name of its own, so that the journeys can run twice on one stack. */
const name = `Warri Market ${drawNumber().slice(0, 5)}`
const payers = {
  over: drawNumber(),
  recalled: drawNumber(),
  payee: drawNumber(),
  unclaimed: drawNumber(),
}
let browser: Browser
let bisi: AtConsole
let chidi: AtConsole
let pool: Pool
let shop: SignedUp
const seeded = {
  key: stack.facts['testKey'] ?? '',
  businessId: stack.facts['businessId'] ?? '',
  linkTag: stack.facts['linkTag'] ?? '',
}
/** What treasury sends is on its way while the other journeys run. */
let sentToLane: Promise<void>
let own: ReturnType<typeof createTroubles>
const made: Record<'over' | 'recalled' | 'stuck', string> = { over: '', recalled: '', stuck: '' }

// Everything happens at once. The journeys then find it in the queue.
beforeAll(async () => {
  browser = await startBrowser()
  pool = createPool(stack.environment['DATABASE_URL_OWNER'] ?? '', { max: 1, applicationName: 'test' })
  shop = await signUpBusiness(browser, stack, {
    business: name,
    person: 'Efe Oghene',
    email: `efe@${name.toLowerCase().replaceAll(' ', '-')}.test`,
  })
  own = createTroubles(stack, shop)
  // Before a return, the payer's bank is asked who holds the account.
  await desk.putHolder(GTBANK, payers.over, 'OVIE OVERPAID')
  await desk.putHolder(GTBANK, payers.unclaimed, 'NGOZI UNCLAIMED')
  const [over, recalled, stuck] = await Promise.all([
    own.play('over_payment', { account_number: payers.over, account_name: 'OVIE OVERPAID' }),
    own.play('recalled_credit', { account_number: payers.recalled, seconds: 12 }),
    own.stickPayout(2_500, payers.payee),
    own.leaveUnclaimed(150_000, { account_number: payers.unclaimed, account_name: 'NGOZI UNCLAIMED' }),
  ])
  // A new business may not buy as much.
  sentToLane = createTroubles(stack, seeded)
    .drain('Solana')
    .then(async (drained) => sendToLane(stack, pool, drained, TOPPED_UP))
  Object.assign(made, { over, recalled, stuck })
  bisi = await openConsole(browser, stack, 'first')
  chidi = await openConsole(browser, stack, 'second')
  await Promise.all([bisi, chidi].map(async ({ page }) => page.setViewportSize(wide)))
})
afterAll(async () => {
  await browser?.close()
  await pool?.end()
})

type Decision = Readonly<{
  journey: string
  kind: string
  who: string
  title: RegExp
  choice: RegExp
  fields?: Readonly<Record<string, string>>
  /** What the choice says will happen, in naira. */
  says: RegExp
  /** Where the money is, if a payout was ordered. */
  where?: RegExp
}>

/** Finds a case in the queue, proposes, and has it approved by the second person. */
async function decide({
  journey: called,
  kind,
  who,
  title,
  choice,
  fields = {},
  says,
  where = /Held by Afara/,
}: Decision): Promise<void> {
  const { page } = bisi
  await bisi.open(`/test/cases?kind=${kind}&who=${encodeURIComponent(who)}`)
  const row = page.getByRole('link', { name: title }).first()
  await row.waitFor({ timeout: 60_000 })
  const journey = startJourney(called, bisi, chidi)
  await row.click()
  await page.getByText(says).first().waitFor()
  await page.getByText(where).first().waitFor()
  await page.getByRole('radio', { name: choice }).check()
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await page.getByLabel('Why? The other person reads this').fill('checked with the bank and the business')
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.getByText('You cannot approve your own proposal.').waitFor()
  await approve(new URL(page.url()).pathname)
  journey.end()
}

async function approve(path: string): Promise<void> {
  await chidi.open(path)
  await chidi.page.getByRole('button', { name: 'Approve with passkey' }).click()
  await chidi.page.getByText('It is decided.').waitFor()
}

const statusOf = async (id: string) =>
  (await own.ask<{ transaction: { status: string } }>(`/transactions/v1/${id}`)).transaction.status

/** What really arrived at an account number, in kobo. */
const arrivedAt = async (number: string) =>
  (await desk.payoutTruth()).filter((one) => one.number === number).flatMap((one) => one.arrivedMinor)

test('overpayment: the buy is delivered for its amount, and the rest arrives at the payer’s bank', async () => {
  await decide({
    journey: 'overpayment',
    kind: 'overpaid',
    who: name,
    title: /More was paid than claimed/,
    choice: /^Give the payment to this buy/,
    says: /500/,
  })
  await expect.poll(async () => statusOf(made.over)).toBe('completed')
  await expect.poll(async () => arrivedAt(payers.over)).toEqual([50_000n])
})

test('unclaimed credit: nobody claims a payment for a day, and it goes back to the bank it came from', async () => {
  await untilBooked(pool, payers.unclaimed)
  await own.waitHours(25)
  await decide({
    journey: 'unclaimed credit',
    kind: 'unmatched',
    who: name,
    title: /Who sent this/,
    choice: /^Return to/,
    says: /150,000/,
  })
  await expect.poll(async () => arrivedAt(payers.unclaimed)).toEqual([15_000_000n])
})

test('recall: the bank took the payment back, and the business owes it to us', async () => {
  await decide({
    journey: 'recall',
    kind: 'recall',
    who: name,
    title: /A bank wants this payment back/,
    choice: /^Keep it/,
    says: /The business owes the amount/,
  })
  expect(await statusOf(made.recalled)).toBe('recalled')
  await bisi.open(`/test/businesses/${shop.linkTag}`)
  await bisi.page.getByText('for credits that a bank took back').waitFor()
})

test('stuck payout: nothing left our account, so it is paid again, once', async () => {
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ seen: boolean }>(
        `select bool_and(a.lines_whole_at > x.sent_at) as seen from payout x join payout_account a on a.id = x.account_id
         join payout_right r on r.id = x.right_id where r.account_number = $1`,
        [payers.payee],
      )
      return rows[0]?.seen
    })
    .toBe(true)
  await decide({
    journey: 'stuck payout',
    kind: 'payout_unknown',
    who: name,
    title: /Did the bank pay this/,
    choice: /AGAIN/,
    says: /WILL BE PAID AGAIN/,
    where: /Ordered at the bank, not confirmed\s*₦2,500\.00/,
  })
  await expect.poll(async () => statusOf(made.stuck)).toBe('completed')
  expect(await arrivedAt(payers.payee)).toEqual([250_000n])
})

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
    await expect.poll(async () => statusOf(made.over).catch(() => 'refused')).toBe('refused')
  })
  await page.getByRole('button', { name: 'Propose to resume…' }).click()
  await page.getByLabel('What did you find?').fill('it has a new key')
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.waitForURL('**/test/cases/cas_*')
  await approve(new URL(page.url()).pathname)
  journey.end()
  await expect.poll(async () => statusOf(made.over).catch(() => 'refused')).not.toBe('refused')
})

test('low float: an operator sees it on the first screen, tops it up, and it lasts again', async () => {
  const { page } = bisi
  await bisi.open('/test')
  const short = page.getByRole('link', { name: /^Solana.*Runs short/ })
  await short.waitFor({ timeout: 60_000 })
  const journey = startJourney('low float', bisi, chidi)
  await short.click()
  await page.getByRole('heading', { name: 'Floats' }).waitFor()
  await journey.leaveOut(async () => sentToLane)
  await page.getByRole('button', { name: 'Top up…' }).click()
  await page.getByLabel('Tokens').fill(`${TOPPED_UP}`)
  await page.getByLabel('Where did it come from?').fill('minted by the treasury this morning')
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.waitForURL('**/test/cases/cas_*')
  await approve(new URL(page.url()).pathname)
  expect(journey.end()).toBeLessThan(10)
  await bisi.open('/test/money')
  await page.getByRole('button', { name: /Solana.*Lasts/ }).waitFor()
})

test('a bank is taken out of service by one person and put back by two, and a rate is proposed', async () => {
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
  await page.getByRole('button', { name: 'Take a bank out…' }).click()
  await page.getByLabel('Bank', { exact: true }).fill('gtbank')
  await page.getByLabel('What happened?').fill('a test of the console')
  await page.getByRole('button', { name: 'Take it out of service now' }).click()
  await page.getByRole('button', { name: /^Propose to put back: Guaranty Trust/ }).waitFor()
  // A business that sells to it is told at once, and keeps the tokens.
  await expect(own.stickPayout(2_600)).rejects.toThrow(/payouts_stopped/)
  await page.getByRole('button', { name: /^Propose to put back: Guaranty Trust/ }).click()
  await page.getByLabel('What did you find?').fill('it was a test')
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.waitForURL('**/test/cases/cas_*')
  await approve(new URL(page.url()).pathname)
  await bisi.open('/test/banks')
  await page.getByRole('heading', { name: 'Our accounts' }).waitFor()
  // A failure shows which account is out of service, and why.
  const out = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Propose to put back/ }) })
  expect((await out.allInnerTexts()).join('\n')).toBe('')
  await page.getByRole('button', { name: /^Take out of service: Monnify/ }).waitFor()
})

test('nothing failed on the way', () => {
  expect([...bisi.faults(), ...chidi.faults()]).toEqual([])
})
