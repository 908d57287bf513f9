import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import { addMember, inviteMember } from '@afara/server/records/people/manage-people.ts'
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectAccessible } from './accessible-page.ts'
import { openPeopleStage, type PeopleStage } from './people-stage.ts'
import { addAuthenticator, openWatchedPage } from './watched-browser.ts'

const by = { actor: 'system:test', reason: 'a test' }

let stage: PeopleStage
let origin: string
beforeAll(async () => {
  stage = await openPeopleStage(inject('devStack'))
  ;({ origin } = stage)
})
afterAll(async () => stage?.close())

/** Adds a business with an owner, who is invited, and a colleague. */
async function addBusiness(owner: string): Promise<void> {
  const { environment } = stage.stack
  const pool = createPool(environment['DATABASE_URL_OWNER'] ?? '', { max: 1, applicationName: 'test' })
  const mailKey = Buffer.from(environment['MAIL_SECRETS_KEY'] ?? '', 'base64')
  const deps = { pool, clock: systemClock, mailKey }
  const business = 'ada-mail'
  try {
    await createBusiness(pool, { name: 'Ada Mail', linkTag: business, ...by })
    await addMember(deps, { business, email: owner, name: 'Ngozi Eze', role: 'owner' }, by)
    await addMember(deps, { business, email: 'emeka@people.test', name: 'Emeka Obi', role: 'viewer' }, by)
    await inviteMember(deps, owner, by)
  } finally {
    await pool.end()
  }
}

/** Returns the link in the newest mail with this subject, once it has arrived. */
async function mailedTo(address: string, subject: string): Promise<string> {
  for (let tries = 0; tries < 900; tries += 1) {
    const reply = await fetch(`${stage.stack.mailUrl}/email`)
    const mails = (await reply.json()) as Readonly<{
      to: { address: string }[]
      subject: string
      text: string
    }>[]
    const mail = mails.findLast((one) => one.subject === subject && one.to[0]?.address === address)
    if (mail !== undefined) return /http:\S+/.exec(mail.text)?.[0] ?? ''
    await sleep(200)
  }
  throw new Error(`no mail to ${address}: ${subject}`)
}

test('a member signs in at a shared desktop with a link and a code, and enrols again after losing the passkey', async () => {
  const email = 'ngozi@people.test'
  await addBusiness(email)

  const own = await openWatchedPage(stage.browser, {})
  await addAuthenticator(own.page)
  await createPasskey(own.page, await mailedTo(email, 'Your invitation to Afara'))
  await own.page.getByRole('link', { name: 'Set up codes' }).click()
  await expectAccessible(own.page)
  await own.page.getByRole('button', { name: 'Continue' }).click()
  await own.page.getByText('Scan this with your authenticator app.').waitFor()
  const secret = ((await own.page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
  await expectAccessible(own.page)
  const codeIn = (seconds: number) =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + seconds })
  await own.page.getByRole('textbox', { name: 'Code' }).fill(codeIn(0))
  await own.page.getByRole('button', { name: 'Confirm' }).click()
  await own.page.getByText('Codes are set up.').waitFor()

  const desktop = await openWatchedPage(stage.browser, {})
  await desktop.page.goto(`${origin}/login`)
  await desktop.page.locator('summary').click()
  await desktop.page.getByLabel('Email').fill(email)
  await desktop.page.getByRole('button', { name: 'E-mail me a link' }).click()
  await desktop.page.getByText('a link is on its way').waitFor()
  await expectAccessible(desktop.page)
  const link = await mailedTo(email, 'Your link to sign in at Afara')
  const elsewhere = await openWatchedPage(stage.browser, {})
  await elsewhere.page.goto(link)
  await elsewhere.page.getByText('Another browser asked for this link.').waitFor()
  await desktop.page.goto(link)
  await desktop.page.getByRole('button', { name: 'Sign in' }).waitFor()
  await expectAccessible(desktop.page)
  // The first code is used, so the next one is typed. Clocks may differ by one.
  await desktop.page.getByRole('textbox', { name: 'Code' }).fill(codeIn(30))
  await desktop.page.getByRole('button', { name: 'Sign in' }).click()
  await desktop.page.getByText('You signed in with a link and a code.').waitFor()
  await expectAccessible(desktop.page)
  expect(await desktop.page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)

  const again = await openWatchedPage(stage.browser, {})
  await addAuthenticator(again.page)
  await again.page.goto(`${origin}/login`)
  await again.page.getByRole('link', { name: 'Lost your passkey?' }).click()
  await again.page.getByLabel('Email').fill(email)
  await expectAccessible(again.page)
  await again.page.getByRole('button', { name: 'E-mail me a link' }).click()
  await again.page.getByText('a link to enrol again is on its way').waitFor()
  await createPasskey(
    again.page,
    await mailedTo(email, 'Your link to enrol again at Afara'),
    'You enrol again.',
  )
  await again.page.getByText('You enrolled again.').waitFor()
  await expectAccessible(again.page)
  await mailedTo('emeka@people.test', 'Ngozi Eze enrolled a new passkey')
  await mailedTo(email, 'You enrolled a new passkey')
  await sleep(5_000)
  for (const { page } of [own, desktop]) {
    await page.goto(origin)
    await page.waitForURL(`${origin}/login?next=%2F`)
  }
  expect([...own.complaints, ...desktop.complaints, ...again.complaints]).toEqual([])
})

/** Creates a passkey with a link that was mailed, and signs in with it. */
async function createPasskey(
  page: Page,
  link: string,
  expected = 'A passkey replaces a password.',
): Promise<void> {
  await page.goto(link)
  await page.getByText(expected).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByText('Your passkey is ready').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Ngozi Eze' }).waitFor()
}
