import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectAccessible } from './accessible-page.ts'
import { type SignedUp, signUpBusiness } from './dashboard-stage.ts'
import { startBrowser } from './watched-browser.ts'

type Link = Readonly<{
  id: string
  amount: number
  code: string
  account_number: string
}>

const stack = inject('devStack')
const named = { business: 'Chidi Fabrics', person: 'Chidi Okeke', email: 'chidi@fabrics.test' }
let browser: Browser
let business: SignedUp
let page: Page
let address = ''

beforeAll(async () => {
  browser = await startBrowser()
  business = await signUpBusiness(browser, stack, named)
  page = business.page
  address = `${stack.environment['PEOPLE_ORIGIN']}/dashboard/${business.linkTag}/test`
})
afterAll(async () => browser?.close())

const click = async (name: string, role: 'button' | 'link' = 'button') =>
  page.getByRole(role, { name, exact: true }).first().click()

/** Asks the API as a program of the business. */
async function ask<T>(path: string, body?: object): Promise<T> {
  const reply = await fetch(`${stack.apiUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'svc-sec-key': business.key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(reply.status, `${path}: ${await reply.clone().text()}`).toBe(200)
  return (await reply.json()) as T
}

async function download(button: string): Promise<Buffer> {
  const [saved] = await Promise.all([page.waitForEvent('download'), click(button)])
  return readFile(await saved.path())
}

test('a pay link is made, shared and paid, and its naira is in the totals', async () => {
  await page.goto(`${address}/pay-links`)
  await page.getByText('A pay link is a page that tells one payer').waitFor()
  await expectAccessible(page, 'dashboard-pay-links-empty')
  await page.setViewportSize({ width: 1280, height: 900 })
  await click('New pay link')
  await page.getByLabel('Amount in naira').fill('25,000')
  await page.getByLabel('What it is for').fill('Ankara, six yards')
  await page.getByLabel('Your reference').fill('order-7')
  await expectAccessible(page, 'dashboard-pay-links-new')
  await click('Make the link')
  await page.getByRole('img', { name: 'A code that opens the page of this link' }).waitFor()
  await expectAccessible(page, 'dashboard-pay-links')
  await page.setViewportSize({ width: 1280, height: 900 })
  const whatsApp = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(whatsApp ?? '')).toMatch(/Pay Chidi Fabrics for Ankara, six yards: http/)

  const { pay_links: links } = await ask<{ pay_links: Link[] }>('/pay-links/v1')
  expect(links).toHaveLength(1)
  const [link] = links
  if (link === undefined) throw new Error('there is a link')
  await ask('/sandbox/v1/payments', {
    vendor_number: link.account_number,
    amount: link.amount,
    remark: link.code,
  })
  await page.getByRole('article').getByText('Completed', { exact: true }).waitFor()
  await page.getByText('of 1 link').waitFor()
  const { totals } = await ask<{ totals: { paid: number; open: number; received: number } }>('/pay-links/v1')
  expect(totals).toMatchObject({ paid: 1, open: 0, received: link.amount })
})

test('a link is cancelled after a question, and the filter in the address finds it', async () => {
  await click('New pay link')
  await page.getByLabel('Amount in naira').fill('30000')
  await click('Make the link')
  await click('Cancel the link')
  await page.getByText('If the payer has sent the naira already, it is not lost').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the link' }).click()
  await page.getByRole('article').getByText('Cancelled', { exact: true }).waitFor()
  await click('Ended')
  await page.getByRole('region', { name: 'Pay links' }).getByText('Cancelled').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('show')).toBe('ended')
  await expect.poll(async () => page.getByText('Ankara, six yards').count()).toBe(0)
})

test('the balance shows the movement, and its statement adds up in CSV and PDF', async () => {
  await click('Balance', 'link')
  await page.getByText('Naira of a buy arrived and became NGNC').first().waitFor()
  await page.locator('canvas').waitFor()
  await expectAccessible(page, 'dashboard-balance')
  await page.setViewportSize({ width: 1280, height: 900 })
  const kobo = (text: string) => {
    const [whole = '', part = ''] = text.split('.')
    return BigInt(whole + part.padEnd(2, '0'))
  }
  const [titles = '', ...lines] = (await download('Statement as CSV')).toString().trim().split('\r\n')
  expect(titles).toMatch(/^at,at_lagos,description,amount,balance,/)
  const [opening, ...rest] = lines.map((line) => {
    const [, , , amount = '', balance = ''] = line.split(',')
    return { amount, balance }
  })
  const closing = rest.pop()
  const moved = rest.reduce((sum, { amount }) => sum + kobo(amount), 0n)
  expect(rest).toHaveLength(1)
  expect(kobo(opening?.balance ?? '') + moved).toBe(kobo(closing?.balance ?? ''))
  const { balances } = await ask<{ balances: { available: number }[] }>('/balances/v1')
  expect(closing?.balance).toBe(String(balances[0]?.available))
  const pdf = await download('Statement as PDF')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(wordsOf(pdf)).toContain(`${closing?.balance.replace(/^(\d+)(\d{3})/, '$1,$2').padEnd(9, '0')} NGNC`)
  await page.getByText('Naira of a buy arrived and became NGNC').first().click()
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
})

test('transactions are filtered in the address, added up and saved, and one shows how a program reads it', async () => {
  await page.goto(`${address}/transactions`)
  await page.getByText('2 transactions').waitFor()
  await click('More filters')
  await page.getByLabel('At least').fill('29,000')
  await click('Show them')
  await page.getByText('1 transaction,').waitFor()
  expect(new URL(page.url()).searchParams.get('least')).toContain('29000')
  await page.getByLabel('Period').selectOption('Today')
  await page.getByText('1 transaction,').waitFor()
  await expectAccessible(page, 'dashboard-transactions-filtered')
  await page.setViewportSize({ width: 1280, height: 900 })
  const saved = (await download('Export CSV')).toString().trim().split('\r\n')
  expect(saved).toHaveLength(2)
  expect(saved[1]).toContain(',cancelled,')
  await page.locator('[data-row]').first().click()
  const letter = await download('Trace letter')
  expect(letter.subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByText('Request and reply').click()
  await page.getByText('"reference":').waitFor()
  expect(await page.getByRole('region', { name: 'The request' }).textContent()).toMatch(
    /^curl http.+\/transactions\/v1\/txn_[0-9a-f]{32} -H/,
  )
  await expectAccessible(page, 'dashboard-transaction-raw')
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('home says where the money is', async () => {
  await click('Home', 'link')
  await page.getByText('1 of 2 buys completed').waitFor()
  await page.getByRole('heading', { name: 'Where your money is now' }).waitFor()
  await expectAccessible(page, 'dashboard-home-busy')
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('the palette finds by amount and reference, and goes where the keyboard says', async () => {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('25,000')
  await palette.getByRole('option', { name: /^Buy · .*order-7/ }).waitFor()
  await palette.getByRole('option', { name: 'New pay link for ₦25,000' }).waitFor()
  await expectAccessible(page, 'dashboard-palette')
  await page.setViewportSize({ width: 1280, height: 900 })
  await palette.getByRole('combobox').fill('order-7')
  await palette.getByText('1 transaction', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
  await expect.poll(async () => palette.count()).toBe(0)
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('go bal')
  await palette.getByRole('option', { name: 'Go to Balance', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Balance', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(async () => palette.count()).toBe(0)
})

test('the browser had nothing to complain about', () => {
  expect(business.complaints).toEqual([])
})

/** The text of a PDF, once in the letters of each of its fonts: it draws numbers of glyphs, and each font says which letters they are. */
function wordsOf(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(inflated)
  const drawn = streams.flatMap((stream) => [...stream.matchAll(/<([0-9a-f]+)>|TJ|Tj/g)])
  const fonts = streams
    .filter((stream) => stream.includes('beginbfrange'))
    .map((stream) => [...stream.matchAll(/\[[^\]]*\]/g)].join(' ').match(/(?<=<)[0-9a-f]*(?=>)/g) ?? [])
  const read = (font: readonly string[], glyphs: string) =>
    [...glyphs.matchAll(/.{4}/g)].map(([glyph]) => letterOf(font[Number.parseInt(glyph, 16)])).join('')
  return fonts
    .flatMap((font) => drawn.map(([, glyphs]) => (glyphs === undefined ? '\n' : read(font, glyphs))))
    .join('')
}

function letterOf(hex = ''): string {
  return hex === '' ? '?' : String.fromCharCode(Number.parseInt(hex, 16))
}

function inflated([, packed = '']: RegExpExecArray): string {
  try {
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}
