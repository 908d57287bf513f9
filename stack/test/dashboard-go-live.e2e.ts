import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectAccessible } from './accessible-page.ts'
import { countClicks, type SignedUp, signUpBusiness } from './dashboard-stage.ts'
import { type AtTerminal, enterAsSeeded, runOps } from './operator-terminal.ts'
import { startBrowser } from './watched-browser.ts'

const stack = inject('devStack')
const origin = stack.environment['PEOPLE_ORIGIN'] ?? ''
const EMAIL = 'ngozi@zuma-foods.test'
const ACCOUNT = '0123456701'
const GTBANK = '000013'
const FIX = 'The certificate is of another company.'

let browser: Browser
let signedUp: SignedUp
let page: Page
const operators: AtTerminal[] = []

beforeAll(async () => {
  browser = await startBrowser()
  signedUp = await signUpBusiness(browser, stack, {
    business: 'Zuma Foods Limited',
    person: 'Ngozi Eze',
    email: EMAIL,
  })
  page = signedUp.page
  operators.push(await enterAsSeeded(browser, origin, 0), await enterAsSeeded(browser, origin, 1))
})
afterAll(async () => {
  for (const { home } of operators) rmSync(home, { recursive: true, force: true })
  await browser?.close()
})

type Mail = Readonly<{ subject: string; text: string; to: ReadonlyArray<Readonly<{ address: string }>> }>

/** Waits for a mail to the owner. */
async function mailAbout(subject: string): Promise<string> {
  for (;;) {
    const mails = (await (await fetch(`${stack.mailUrl}/email`)).json()) as readonly Mail[]
    const found = mails.find(
      (one) => one.to.some(({ address }) => address === EMAIL) && one.subject === subject,
    )
    if (found !== undefined) return found.text
    await page.waitForTimeout(200)
  }
}

async function confirmEmail(): Promise<void> {
  const [link = ''] = /http\S+confirm#\S+/.exec(await mailAbout('Confirm your email address')) ?? []
  await page.goto(link)
  await page.getByText(`${EMAIL} is confirmed`).first().waitFor()
}

/** The simulated bank knows the business by this name. */
async function nameAccount(): Promise<void> {
  const reply = await fetch(`${stack.bankUrl}/admin/beneficiaries/${GTBANK}/${ACCOUNT}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ZUMA FOODS LTD' }),
  })
  expect(reply.status).toBeLessThan(300)
}

async function ops(place: 0 | 1, args: readonly string[], button?: string): Promise<string> {
  const operator = operators[place]
  if (operator === undefined) throw new Error('no such operator')
  const { code, out, errors } = await runOps(operator, origin, args, button)
  expect([code, errors.replace(/.*(http|code is).*\n/g, '')]).toEqual([0, expect.any(String)])
  return out
}

async function choose(document: string, text: string, verb = 'Choose'): Promise<void> {
  const file = { name: `${document.toLowerCase().replaceAll(' ', '-')}.pdf`, mimeType: 'application/pdf' }
  await page.getByLabel(`${verb}: ${document}`).setInputFiles({ ...file, buffer: Buffer.from(text) })
  await page.getByLabel(`Replace: ${document}`).waitFor()
}

test('go-live decided by two operators: refused once with what to fix, then approved', async () => {
  await confirmEmail()
  await nameAccount()
  await page.goto(`${origin}/dashboard/${signedUp.linkTag}/live`)
  await page.getByRole('heading', { name: 'Live mode is not open yet' }).waitFor()
  const { click, type, told } = countClicks(page)
  await click('Go live', 'link')
  await page.getByText('0 of 7 complete').waitFor()
  await expectAccessible(page, 'dashboard-go-live-empty')
  await page.setViewportSize({ width: 1280, height: 900 })

  await type('Legal name', 'Zuma Foods Limited')
  await type('Registration number', 'rc 1234567')
  await click('Save company')
  await type('Full name', 'Ngozi Eze')
  await type('Share in %', '100')
  await type('Reference of the BVN or NIN check', 'VER-8841-22')
  await click('Save people')
  await choose('Certificate of incorporation', 'a wrong certificate')
  await choose('CAC status report', 'a report')
  await choose('Proof of address', 'a bill')
  await page.getByText('3 of 7 complete').waitFor()
  await expectAccessible(page, 'dashboard-go-live-documents')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: /^Bank account/ }).click()
  await type('Bank', 'GTBank')
  await type('Account number', ACCOUNT)
  await click('Ask the bank')
  await page
    .getByText(/ZUMA FOODS LTD/)
    .first()
    .waitFor()
  await type('Naira in a month', '50,000,000')
  await type('Largest payment', '2,500,000')
  await click('Save volumes')
  await page.getByRole('checkbox').check()
  await click('Accept agreement')
  await type('Vendor', 'Paystack')
  await type('Reference of its consent', 'PSK/2026/118')
  await click('Save consent')
  await page.getByText('7 of 7 complete').waitFor()
  await click('Submit for review')
  await page.getByRole('heading', { name: 'Two people are reading your file' }).waitFor()
  const { clicks, seconds } = told()
  // Five clicks that the counter does not see: three files, one item and one box.
  console.log(`go-live file filled in and submitted: ${clicks + 5} clicks, ${seconds.toFixed(1)} s`)
  await expectAccessible(page, 'dashboard-go-live-waiting')

  expect(await ops(0, ['go-live', 'list'])).toContain(signedUp.linkTag)
  expect(await ops(0, ['go-live', 'show', signedUp.linkTag])).toContain('ZUMA FOODS LTD (match)')
  await ops(0, ['go-live', 'refuse', signedUp.linkTag, '--file', '1', '--fix', `documents=${FIX}`])
  expect(await mailAbout('Zuma Foods Limited: fix this to go live')).toContain(FIX)
  await page.reload()
  await page.getByRole('heading', { name: 'Fix one thing' }).waitFor()
  await page.getByText(FIX).first().waitFor()
  await expectAccessible(page, 'dashboard-go-live-refused')
  await page.setViewportSize({ width: 1280, height: 900 })
  await choose('Certificate of incorporation', 'the right certificate', 'Replace')
  await page.getByRole('button', { name: 'Submit again' }).click()
  await page.getByText('File 2, SHA-256').waitFor()

  const terms = ['--file', '2', '--tier', '1', '--daily-limit', '5000000', '--exposure-cap', '0']
  const reason = ['--reason', 'we saw the documents']
  const proposed = await ops(0, ['go-live', 'approve', signedUp.linkTag, ...terms, ...reason], 'Propose')
  const [caseId = ''] = /cas_[0-9a-f]{32}/.exec(proposed) ?? []
  expect(await ops(1, ['approve', caseId], 'Approve')).toContain('is done')
  const decidedAtMs = performance.now()
  await page.getByRole('heading', { name: 'Your business is live' }).waitFor()
  console.log(`the decision showed after ${((performance.now() - decidedAtMs) / 1000).toFixed(1)} s`)
  await expectAccessible(page, 'dashboard-go-live-approved')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Open live mode' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/dashboard/${signedUp.linkTag}/live`)
  expect(await page.getByText('Test mode.').count()).toBe(0)
  expect(await mailAbout('Zuma Foods Limited is live')).toContain('real naira')
  expect(signedUp.complaints).toEqual([])
})
