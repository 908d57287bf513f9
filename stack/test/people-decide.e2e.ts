import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DevStack, raiseDevStack } from '../src/dev/dev-stack.ts'
import { expectAccessible } from './accessible-page.ts'
import { type AtTerminal, runOps } from './operator-terminal.ts'
import { type Enrolled, openPeopleStage, type PeopleStage } from './people-stage.ts'

// These people decide, and the vault does not know their passkeys: it stops everything. So the stack is not shared with other journeys.
let stack: DevStack
let stage: PeopleStage
let origin: string
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-terminals-'))
  stack = await raiseDevStack()
  stage = await openPeopleStage(stack)
  ;({ origin } = stage)
})
afterAll(async () => {
  await stage?.close()
  await stack?.stop()
  rmSync(folder, { recursive: true })
})

type Reply = Readonly<Record<string, unknown>>
type Person = Enrolled & Readonly<{ token: string }>

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

/** Invites an operator, who enrols a passkey in a browser of their own, signs in, and signs in their terminal. */
async function enterPages(name: string): Promise<Person> {
  const enrolled = await stage.enrol(name, 'operator', expectAccessible)
  const { page } = enrolled
  const device = await post('devices', { machine: `${name}@laptop` })
  await page.goto(String(device.verification_uri_complete))
  await page.getByText(String(device.user_code)).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm with passkey' }).click()
  await page.getByText('Your terminal is signed in').waitFor()
  const session = await post('devices/token', { device_code: device.device_code })
  return { ...enrolled, token: String(session.token) }
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
  const [ada, bola] = [await enterPages('Ada'), await enterPages('Bola')]
  expect(await command(ada, ['freeze', 'all', '--reason', 'a test'])).toMatchObject({ exit_code: 0 })
  const proposed = await decide(ada, 'Propose', 'unfreeze', 'all', '--reason', 'it was a test')
  expect(proposed).toMatchObject({ exit_code: 0 })
  const caseId = /cas_[0-9a-f]{32}/.exec(JSON.stringify(proposed.output))?.[0] ?? ''
  const alone = await decide(ada, 'Approve', 'approve', caseId)
  expect(JSON.stringify(alone)).toContain('approval_by_same_person')
  const approved = await decide(bola, 'Approve', 'approve', caseId)
  expect(approved).toMatchObject({ exit_code: 0 })
  expect(JSON.stringify(approved.output)).toContain('is done')
  const now = await fetch(`${origin}/console/v1/live/now`, {
    headers: { authorization: `Bearer ${bola.token}` },
  })
  expect(((await now.json()) as Reply).frozen).toEqual([])

  await ada.page.goto(origin)
  await expectAccessible(ada.page)
  await ada.page.getByRole('button', { name: 'End the session Ada@laptop' }).click()
  await ada.page.getByText('Ada@laptop').waitFor({ state: 'detached' })
  expect(await command(ada, ['cases'])).toMatchObject({ code: 'session_revoked' })
  await ada.page.getByRole('button', { name: 'Sign out' }).click()
  await ada.page.waitForURL(`${origin}/login`)
  expect([...ada.complaints, ...bola.complaints]).toEqual([])
})

type Operator = Enrolled & AtTerminal

async function enter(name: string): Promise<Operator> {
  return { ...(await stage.enrol(name, 'administrator')), home: mkdtempSync(join(folder, name)) }
}

async function ops(operator: Operator, args: readonly string[], button = '') {
  return runOps(operator, stage.origin, args, button, expectNoSecrets)
}

// The last three come from shells.
const ALLOWED = new Set(['HOME', 'PATH', 'PEOPLE_ORIGIN', 'AFARA_STACK_SETTINGS', '_', 'PWD', 'SHLVL'])

/** Reads the environment of the command and of its children from the kernel: no authenticator, and no way into the database. */
function expectNoSecrets(processId: number): void {
  const names = variablesOf(processId)
  expect(names).toContain('PEOPLE_ORIGIN')
  const running = childrenOf(processId).map(variablesOf)
  expect([names, ...running].flat().filter((name) => !ALLOWED.has(name))).toEqual([])
}

/** Returns the names of the variables of a process, and none if it has ended: what opens the browser ends at any moment. */
function variablesOf(processId: number): string[] {
  const environment = readOfProcess(processId, 'environ').split('\0').filter(Boolean)
  return environment.map((one) => one.slice(0, one.indexOf('=')))
}

/** Returns the children of a process, and theirs. */
function childrenOf(processId: number): number[] {
  const children = readOfProcess(processId, `task/${processId}/children`)
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return [...children, ...children.flatMap(childrenOf)]
}

function readOfProcess(processId: number, name: string): string {
  try {
    return readFileSync(`/proc/${processId}/${name}`, 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return ''
    throw error
  }
}

const GO_LIVE = [
  'go-live',
  'approve',
  'ada-foods',
  '--file',
  '1',
  '--tier',
  '3',
  '--exposure-cap',
  '0',
  '--daily-limit',
  'none',
]

test('two operators with terminals of their own decide in live mode, and one alone cannot', async () => {
  const [amaka, bayo] = [await enter('Amaka'), await enter('Bayo')]
  const stranger = await ops(amaka, ['cases'])
  expect(stranger).toMatchObject({ code: 1, errors: expect.stringContaining('npx afara ops login') })

  expect(await ops(amaka, ['login'], 'Confirm')).toMatchObject({ code: 0, out: 'You are signed in.\n' })
  expect((await ops(amaka, ['whoami'])).out).toContain('Amaka Obi')
  expect((await ops(amaka, ['show', 'ada-foods'])).out).toContain('live pending, test active')

  await stage.submitFile('ada-foods')
  const proposed = await ops(amaka, [...GO_LIVE, '--reason', 'we met them'], 'Propose')
  expect(proposed).toMatchObject({ code: 0 })
  const [caseId = ''] = /cas_[0-9a-f]{32}/.exec(proposed.out) ?? []
  expect((await ops(amaka, ['show', caseId])).out).toContain('Amaka Obi')

  const alone = await ops(amaka, ['approve', caseId], 'Approve')
  expect(alone).toMatchObject({ code: 1, errors: expect.stringContaining('approval_by_same_person') })
  expect((await ops(amaka, ['show', 'ada-foods'])).out).toContain('live pending')

  // Bayo's terminal is another machine: Amaka's session is not there.
  expect(await ops(bayo, ['cases'])).toMatchObject({ code: 1 })
  expect(await ops(bayo, ['login'], 'Confirm')).toMatchObject({ code: 0 })
  const approved = await ops(bayo, ['approve', caseId], 'Approve')
  expect(approved).toMatchObject({ code: 0, out: expect.stringContaining('is done') })
  const shown = await ops(bayo, ['show', caseId])
  expect(shown.out).toContain('Amaka Obi')
  expect(shown.out).toContain('Bayo Obi')
  expect((await ops(bayo, ['show', 'ada-foods'])).out).toContain('live active, test active')

  expect(await ops(amaka, ['logout'])).toMatchObject({ code: 0 })
  expect(await ops(amaka, ['cases'])).toMatchObject({ code: 1 })
  expect([...amaka.complaints, ...bayo.complaints]).toEqual([])
})
