import { setTimeout as sleep } from 'node:timers/promises'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, inTransaction, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { hireOperator } from '../src/authenticator/software-signing.ts'
import { expectAccessible, takesPictures } from './accessible-page.ts'
import { type AtConsole, openConsole, startJourney } from './console-stage.ts'
import { startBrowser } from './watched-browser.ts'

const stack = inject('devStack')
const LEAVER = { name: 'Lanre Ojo', email: 'lanre@afara.test' }
const desk = { width: 1280, height: 900 }
let browser: Browser
let superuser: Pool
let bisi: AtConsole
let chidi: AtConsole
let leaver: AtConsole
/** A transaction, whose first event is sealed. */
let transactionId = ''

beforeAll(async () => {
  const url = new URL(stack.environment['DATABASE_URL_OWNER'] ?? '')
  url.username = 'postgres'
  superuser = createPool(url.href, { max: 1, applicationName: 'test' })
  transactionId = await beginTransaction()
  await endYesterday()
  const owner = createPool(stack.environment['DATABASE_URL_OWNER'] ?? '', { max: 1, applicationName: 'test' })
  const by = { roles: ['operator'], actor: 'system:test', reason: 'a test' } as const
  const { id } = await hireOperator(owner, { ...LEAVER, ...by })
  await owner.end()
  browser = await startBrowser()
  bisi = await openConsole(browser, stack, 'first', '/test/books')
  chidi = await openConsole(browser, stack, 'second', '/test')
  bisi.page.setDefaultTimeout(40_000)
  leaver = await openConsole(browser, stack, { id, ...LEAVER }, '/test/team')
})
afterAll(async () => {
  await browser?.close()
  await superuser?.end()
})

async function beginTransaction(): Promise<string> {
  const reply = await fetch(`${stack.apiUrl}/sandbox/v1/scenarios/short_payment`, {
    method: 'POST',
    headers: { 'svc-sec-key': stack.facts['testKey'] ?? '', 'content-type': 'application/json' },
    body: '{}',
  })
  expect(reply.status, await reply.clone().text()).toBe(200)
  const { run } = (await reply.json()) as { run: { transaction_id: string } }
  return parseId('transaction', run.transaction_id) ?? ''
}

/** What was booked before counts towards yesterday. Then it is closed as the reconciler closes it. */
async function endYesterday(): Promise<void> {
  await until(`select from account_day where mode = 'test'`)
  await asSuperuser(`update account_day set day = day - 1 where mode = 'test'`)
  await until(`select from close_days('test', now()) as closed where closed > 0`)
}

async function until(statement: string, values: unknown[] = []): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await asSuperuser(statement, values)) > 0) return
    await sleep(100)
  }
  throw new Error(`this did not become true: ${statement}`)
}

/** Runs a statement without triggers, as the owner of the machine could. Returns how many rows it changed or found. */
async function asSuperuser(statement: string, values: unknown[] = []): Promise<number> {
  return inTransaction(superuser, async (sql) => {
    await sql.query('set local session_replication_role = replica')
    await sql.query('set local search_path = afara')
    return (await sql.query(statement, values)).rowCount ?? 0
  })
}

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' && takesPictures)
    await bisi.page.screenshot({ path: '.stack/screens/failed.png' })
})

test('daily close: an operator reads the figures of a closed day and signs them off', async () => {
  const { page } = bisi
  await page
    .getByRole('heading', { level: 1 })
    .getByText(/waits for a sign-off/)
    .waitFor()
  await expectAccessible(page, 'console-books')
  await page.setViewportSize(desk)
  const journey = startJourney('daily close', bisi)
  await page.getByRole('button', { name: /^Sign off / }).click()
  await page.getByLabel('What did you compare?').fill('the statements of this morning')
  await page.getByRole('button', { name: 'Sign off with passkey' }).click()
  const signed = await page.getByRole('region', { name: 'You sign exactly this' }).textContent()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page
    .getByRole('heading', { level: 1 })
    .getByText(/Every closed day is signed off/)
    .waitFor()
  expect(journey.end()).toBeLessThan(6)
  await page
    .getByRole('link', { name: /Signed off/ })
    .first()
    .click()
  await page.getByText('The signature is valid').waitFor()
  const kept = await page.getByRole('region', { name: 'The signed text' }).textContent()
  expect(kept?.replace('The signed text', '')).toBe(signed?.replace('You sign exactly this', ''))
  await expectAccessible(page, 'console-day')
  await page.setViewportSize(desk)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export this day' }).click()
  expect((await download).suggestedFilename()).toMatch(/^books-test-.*\.csv$/)
})

test('leaver: two administrators end the access of an operator, who is out at once', async () => {
  // Somebody changes a sealed row meanwhile. The next comparison finds it.
  await until(
    `select from transaction_event e where e.transaction_id = $1 and e.sequence = 1
       and e.xid <= (select max(through_xid) from seal)`,
    [transactionId],
  )
  await asSuperuser(
    `update transaction_event set data = data || '{"forged": true}' where transaction_id = $1 and sequence = 1`,
    [transactionId],
  )
  const { page } = bisi
  await bisi.open('/test/team')
  const card = page.getByRole('region', { name: LEAVER.name })
  await card.getByText(/^Signed in/).waitFor()
  await expectAccessible(page, 'console-team')
  await page.setViewportSize(desk)
  const journey = startJourney('leaver', bisi, chidi)
  await card.getByRole('button', { name: 'End access…' }).click()
  await page.getByLabel('Why?').fill('leaves us today')
  await page.getByRole('button', { name: 'Propose with passkey' }).click()
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.getByText('You cannot approve your own proposal.').waitFor()
  await chidi.open(new URL(page.url()).pathname)
  await chidi.page.getByRole('button', { name: 'Approve with passkey' }).click()
  await chidi.page.getByText('It is decided.').waitFor()
  expect(journey.end()).toBeLessThan(8)
  await leaver.page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await leaver.page.getByRole('alert').waitFor()
  await bisi.open('/test/team')
  await card.getByText('Access ended').waitFor()
  await card.getByText('Every passkey is revoked.').waitFor()
})

test('tampering found: the console names the row and says what to do', async () => {
  const { page } = bisi
  await bisi.open('/test')
  await page.getByRole('region', { name: 'Tampering' }).waitFor()
  try {
    const journey = startJourney('tampering found', bisi)
    await page
      .getByRole('heading', { level: 1 })
      .getByText(/Tampering was found/)
      .waitFor()
    await page.getByRole('link', { name: 'What to do now' }).click()
    await page.getByRole('heading', { level: 2, name: 'Tampering was found' }).waitFor()
    const found = page.getByRole('region', { name: 'Tampering was found' })
    await found.getByText('row changed').first().waitFor()
    await found.getByText('Freeze everything, and call your management').waitFor()
    await found.getByRole('link', { name: 'Open the transaction' }).first().click()
    await page.waitForURL(`**/test/transactions/txn_${transactionId.replaceAll('-', '')}`)
    expect(journey.end()).toBeLessThan(4)
    await page.goBack()
    await found.waitFor()
    await expectAccessible(page, 'console-tampering')
    await page.setViewportSize(desk)
  } finally {
    await asSuperuser(
      `update transaction_event set data = data - 'forged' where transaction_id = $1 and sequence = 1`,
      [transactionId],
    )
    // If a second comparison confirmed it, the business is frozen: others share this stack.
    await asSuperuser(
      `update freeze_order set lifted_by = (select id::text from operator limit 1), lifted_reason = 'the row is restored',
         lifted_at = now() where placed_by = 'system:reconciliation' and lifted_at is null`,
    )
  }
})

test('the audit names who did what, with the signed decision', async () => {
  const { page } = bisi
  await bisi.open('/test/audit?what=close')
  await page.getByText('Close signed off').first().waitFor()
  await bisi.open('/live/audit?what=case.approved')
  await page
    .getByText(/^Approved/)
    .first()
    .waitFor()
  await expectAccessible(page, 'console-audit')
  await page.setViewportSize(desk)
  await page.getByRole('button', { name: 'Signed decision' }).first().click()
  await page.getByText('The signature is valid').nth(1).waitFor()
  await page.getByText('leaves us today').first().waitFor()
  expect([...bisi.faults(), ...chidi.faults()]).toEqual([])
})
