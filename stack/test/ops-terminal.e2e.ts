import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type AtTerminal, runOps } from './operator-terminal.ts'
import { type Enrolled, openPeopleStage, type PeopleStage } from './people-stage.ts'

let stage: PeopleStage
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-terminals-'))
  stage = await openPeopleStage(inject('devStack'))
})
afterAll(async () => {
  await stage?.close()
  rmSync(folder, { recursive: true })
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
