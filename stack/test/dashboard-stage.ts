import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { newId, parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { invitePerson } from '@afara/server/records/people/invite-person.ts'
import { insertMember } from '@afara/server/records/people/member-store.ts'
import type { MemberRole } from '@afara/server/records/people/role-actions.ts'
import type { Browser, Page } from 'playwright-core'
import type { SharedDevStack } from './shared-dev-stack.ts'
import { addAuthenticator, openWatchedPage, type WatchedPage } from './watched-browser.ts'

export type SignedUp = WatchedPage & Readonly<{ linkTag: string; businessId: string; key: string }>

/** Signs up a new business in a browser of its own. The page shows the business's first key. */
export async function signUpBusiness(
  browser: Browser,
  { environment, apiUrl }: SharedDevStack,
  named: Readonly<{ business: string; person: string; email: string }>,
): Promise<SignedUp> {
  const opened = await openWatchedPage(browser, { viewport: { width: 1280, height: 900 } })
  const { page } = opened
  await addAuthenticator(page)
  await page.goto(`${environment['PEOPLE_ORIGIN']}/dashboard/sign-up`)
  await page.getByLabel('Your name', { exact: true }).fill(named.person)
  await page.getByLabel('Work email', { exact: true }).fill(named.email)
  await page.getByLabel('Business name', { exact: true }).fill(named.business)
  await page.getByText(/ is free\b/).waitFor()
  await page.getByRole('button', { name: 'Create account with a passkey' }).click()
  await page.getByRole('heading', { name: `${named.business} is ready` }).waitFor()
  const key = (await page.locator('code').first().textContent()) ?? ''
  const reply = await fetch(`${apiUrl}/keys/v1/me`, { headers: { 'svc-sec-key': key } })
  const { key: known } = (await reply.json()) as { key: { business_id: string; link_tag: string } }
  return { ...opened, key, linkTag: known.link_tag, businessId: known.business_id }
}

/** Gives the business a balance: a buy without a wallet, which a simulated payer pays. */
export async function fundBalance(
  { apiUrl }: SharedDevStack,
  { key, businessId, linkTag }: Pick<SignedUp, 'key' | 'businessId' | 'linkTag'>,
  amount: string,
): Promise<void> {
  const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const reply = await fetch(`${apiUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'svc-sec-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const read = (await reply.json()) as Record<string, unknown>
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(read)}`)
    return read
  }
  const { VendorList: vendors } = (await ask('/transactions/v1/vendors')) as {
    VendorList: ReadonlyArray<Record<string, string>>
  }
  const [vendor] = vendors
  const { transaction } = (await ask('/transactions/v1/onramp', {
    business_id: businessId,
    link_tag: linkTag,
    type: 'buy_ramp',
    amount,
    vendor_name: vendor?.['vendorName'],
    vendor_bank: vendor?.['vendorBank'],
    vendor_number: vendor?.['vendorNumber'],
    bank_name: 'GTBank',
    // An account of its own: a payer with claims of two businesses is contested.
    account_number: String(randomInt(1_000_000_000, 9_999_999_999)),
    account_name: 'NGOZI EZE',
    reference: 'fund-the-balance',
  })) as { transaction: { transaction_id: string } }
  await ask('/sandbox/v1/payments', { transaction_id: transaction.transaction_id })
  for (let tries = 0; tries < 900; tries += 1) {
    const { transaction: now } = await ask(`/transactions/v1/${transaction.transaction_id}`)
    if ((now as { status: string }).status === 'completed') return
    await sleep(200)
  }
  throw new Error('the balance was not funded in three minutes')
}

/** Counts the clicks of a journey. Typing into a field needs a click too. */
export function countClicks(page: Page) {
  let clicks = 0
  const beganAtMs = performance.now()
  return {
    click: async (name: string, role: 'button' | 'link' | 'tab' | 'menuitem' = 'button'): Promise<void> => {
      clicks += 1
      await page.getByRole(role, { name, exact: true }).first().click()
    },
    type: async (label: string, text: string): Promise<void> => {
      clicks += 1
      await page.getByLabel(label, { exact: true }).fill(text)
    },
    told: () => ({ clicks, seconds: (performance.now() - beganAtMs) / 1000 }),
  }
}

type Mail = Readonly<{ to: { address: string }[]; subject: string; text: string }>

/** Returns the newest mail to an address whose subject has these words, once it has arrived. */
export async function mailedTo(
  { mailUrl }: SharedDevStack,
  address: string,
  words: string,
): Promise<Readonly<{ subject: string; text: string; link: string }>> {
  for (let tries = 0; tries < 900; tries += 1) {
    const mails = (await (await fetch(`${mailUrl}/email`)).json()) as readonly Mail[]
    const mail = mails.findLast((one) => one.subject.includes(words) && one.to[0]?.address === address)
    if (mail !== undefined) return { ...mail, link: /http:\S+/.exec(mail.text)?.[0] ?? '' }
    await sleep(200)
  }
  throw new Error(`no mail to ${address} about: ${words}`)
}

/** Adds a member to a business, who enrols a passkey in a browser of their own and opens the dashboard. */
export async function enrolMember(
  browser: Browser,
  { environment }: SharedDevStack,
  member: Readonly<{
    businessId: string
    linkTag: string
    name: string
    email: string
    role: MemberRole
  }>,
): Promise<WatchedPage> {
  const token = await inviteMember(environment, member)
  const opened = await openWatchedPage(browser, { viewport: { width: 1280, height: 900 } })
  const { page } = opened
  await addAuthenticator(page)
  await page.goto(`${environment['PEOPLE_ORIGIN']}/enrol#${token}`)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByText('Your passkey is ready').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: member.name }).waitFor()
  await page.goto(`${environment['PEOPLE_ORIGIN']}/dashboard/${member.linkTag}/test`)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  return opened
}

async function inviteMember(
  environment: SharedDevStack['environment'],
  { businessId, name, email, role }: Parameters<typeof enrolMember>[2],
): Promise<string> {
  const pool = createPool(environment['DATABASE_URL_OWNER'] ?? '', { max: 1, applicationName: 'test' })
  const by = { actor: 'system:test', reason: 'a test' }
  try {
    const business = parseId('business', businessId) ?? ''
    const at = systemClock.now()
    const id = await insertMember(pool, { id: newId(), email, name, businessId: business, role, at })
    const mailKey = Buffer.from(environment['MAIL_SECRETS_KEY'] ?? '', 'base64')
    return await invitePerson(pool, { clock: systemClock, mailKey }, { side: 'member', id }, by)
  } finally {
    await pool.end()
  }
}
