import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DevStack, raiseDevStack } from '../src/dev/dev-stack.ts'
import { openWatchedPage, startBrowser } from './watched-browser.ts'

const admin = resolve(import.meta.dirname, '../../server/src/main-admin.ts')
const by = ['--actor', 'bisi@afara.test', '--reason', 'a test']

let stack: DevStack
let browser: Browser
let origin: string
beforeAll(async () => {
  stack = await raiseDevStack()
  browser = await startBrowser()
  origin = stack.environment.PEOPLE_ORIGIN ?? ''
})
afterAll(async () => {
  await browser?.close()
  await stack?.stop()
})

type Reply = Readonly<Record<string, unknown>>
type Person = Readonly<{ page: Page; complaints: string[]; token: string }>

const runAdmin = (...args: string[]) =>
  execFileSync(process.execPath, [admin, ...args, ...by], {
    env: { ...process.env, ...stack.environment },
    encoding: 'utf8',
  })

async function post(path: string, body: unknown, token?: string): Promise<Reply> {
  const reply = await fetch(`${origin}/people/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as Reply
}

/** Checks the open page in both colour schemes, on a phone and on a desk. */
async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, width] of [
    ['light', 390],
    ['dark', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 844 })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }
}

/** Invites an operator, who enrols a passkey in a browser of their own, signs in, and signs in their terminal. */
async function join(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@people.test`
  runAdmin('operator', 'create', '--email', email, '--name', `${name} Obi`, '--roles', 'operator')
  const [, token] = /#(inv_[\w-]+)/.exec(runAdmin('operator', 'invite', '--email', email)) ?? []
  const { page, complaints } = await openWatchedPage(browser, {})
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await page.goto(`${origin}/enrol#${token}`)
  await page.getByText(email).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByText('Your passkey is ready').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: `${name} Obi` }).waitFor()
  const device = await post('devices', { machine: `${name}@laptop` })
  await page.goto(String(device.verification_uri_complete))
  await page.getByText(String(device.user_code)).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm with passkey' }).click()
  await page.getByText('Your terminal is signed in').waitFor()
  const session = await post('devices/token', { device_code: device.device_code })
  return { page, complaints, token: String(session.token) }
}

const command = async ({ token }: Person, args: readonly string[], more: object = {}) =>
  post('commands', { args, ...more }, token)

/** Runs a command, signs on the page that it names, and repeats it. */
async function decide(person: Person, verb: string, ...args: string[]): Promise<Reply> {
  const first = await command(person, args)
  if (first.code !== 'signature_required') return first
  const [asked] = first.errors as [Readonly<Record<'url' | 'text' | 'short_code' | 'case_id', string>>]
  await person.page.goto(asked.url)
  expect((await person.page.locator('.exact').textContent())?.trimEnd()).toBe(asked.text)
  expect(await person.page.getByText(asked.short_code).isVisible()).toBe(true)
  await expectAccessible(person.page)
  await person.page.getByRole('button', { name: `${verb} with passkey` }).click()
  await person.page.getByText('Signed. Return to your terminal.').waitFor()
  return command(person, args, { case_id: asked.case_id })
}

test('invited people enrol passkeys, and a decision needs the passkeys of two of them', async () => {
  const [ada, bola] = [await join('Ada'), await join('Bola')]
  expect(await command(ada, ['freeze', 'all', '--reason', 'a test'])).toMatchObject({ exit_code: 0 })
  const proposed = await decide(ada, 'Propose', 'unfreeze', 'all', '--reason', 'it was a test')
  expect(proposed).toMatchObject({ exit_code: 0 })
  const caseId = /cas_[0-9a-f]{32}/.exec(JSON.stringify(proposed.output))?.[0] ?? ''
  const alone = await decide(ada, 'Approve', 'approve', caseId)
  expect(JSON.stringify(alone)).toContain('approval_by_same_person')
  const approved = await decide(bola, 'Approve', 'approve', caseId)
  expect(approved).toMatchObject({ exit_code: 0 })
  expect(JSON.stringify(approved.output)).toContain('is done')
  // A second freeze can be placed only because the first one is lifted.
  expect(await command(bola, ['freeze', 'all', '--reason', 'a test'])).toMatchObject({ exit_code: 0 })

  await ada.page.goto(origin)
  await expectAccessible(ada.page)
  await ada.page.getByRole('button', { name: 'End the session Ada@laptop' }).click()
  await ada.page.getByText('Ada@laptop').waitFor({ state: 'detached' })
  expect(await command(ada, ['cases'])).toMatchObject({ code: 'session_revoked' })
  await ada.page.getByRole('button', { name: 'Sign out' }).click()
  await ada.page.waitForURL(`${origin}/login`)
  expect([...ada.complaints, ...bola.complaints]).toEqual([])
})
