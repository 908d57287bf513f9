import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { journalKeys } from '../../../test/journal-keys.ts'
import {
  bisi,
  CASE,
  chidi,
  createPasskey,
  createPerson,
  dayo,
  decisionText,
  operatorsOf,
  signedBy,
} from '../../../test/passkeys.ts'
import { openPayerJournal, type PayerJournal } from '../../payer/journal/payer-journal.ts'
import { openJournal } from '../../signer/journal/journal.ts'
import type { Assertion } from '../operators/assertion.ts'
import type { Operators } from '../operators/operators-file.ts'
import { describeDoubt } from './decision-book.ts'
import { createLiftedFreezes } from './lifted-freezes.ts'
import { createDecisionWatch } from './watch-decisions.ts'

const BUSINESS = '01a1dee6-1366-7ab8-a780-7f2d4afdd601'
const FREEZE = '01a1dee6-1366-7ab8-a780-7f2d4afdd602'
const eve = createPerson(9, 'Eve', createPasskey())
const operators = operatorsOf([bisi, chidi])

let folder: string
let journal: PayerJournal
let rows: Record<string, unknown>[]
let asked: unknown[][]
let through: string
let tenure: number
let logged: Record<string, unknown>[]
let stopped: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-watch-'))
  journal = await openPayerJournal(join(folder, 'journal.ndjson'), journalKeys)
  ;[rows, asked, through, tenure, logged, stopped] = [[], [], '500', 1, [], []]
})

afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true })
})

/** Answers like the database that has `rows`. */
const pool = {
  query: async ({ name, values = [] }: { name: string; values?: unknown[] }) => {
    if (name === 'stopped-operators') return { rows: stopped.map((id) => ({ id })) }
    asked.push([name, ...values])
    if (name !== 'approved-decisions') {
      const [cases] = values as [string[]]
      return { rows: rows.filter(({ case_id }) => cases.includes(String(case_id))) }
    }
    const fresh = rows.filter(({ xid }) => BigInt(String(xid)) > BigInt(String(values[0])))
    const keys = fresh.map(({ case_id, version, xid }) => ({ case_id, version, xid: String(xid) }))
    return { rows: (keys.length > 0 ? keys : [{}]).map((key) => ({ ...key, through, is_copy: false })) }
  },
} as unknown as Pool

const watchOf = (by: Operators = operators, at = () => 1_000) =>
  createDecisionWatch(
    { operators: by, journal, pool, alone: { confirm: async () => tenure }, nowMs: at },
    (line) => logged.push(line),
  )

const says = { business: BUSINESS, 'decision.amount_minor': '500' }
const about = { kind: 'request', transaction: null, credit: null, account: null, business: BUSINESS }

/** Puts a decision into force, with these signatures. */
function enforce(
  more: Readonly<Record<string, unknown>> = {},
  signatures: (text: string) => readonly Assertion[] = (text) => [
    signedBy(bisi, text),
    signedBy(chidi, text),
  ],
  text = decisionText('set_cap', says),
): void {
  const named = { case_id: CASE, version: 3, mode: 'test', case_mode: 'test', action: 'set_cap', xid: 100 }
  const resolution = { amount_minor: '500', action: 'set_cap' }
  rows = signatures(text).map((one) => ({
    ...named,
    ...about,
    resolution,
    text,
    credential_id: one.credentialId,
    authenticator_data: one.authenticatorData,
    client_data: one.clientData,
    signature: one.signature,
    ...more,
  }))
}

const problems = (): string[] => journal.unsupported().map(({ problem }) => problem)

test('a decision that two operators signed is verified once, and no row of it is read again', async () => {
  enforce()
  const watch = watchOf()
  await watch.look()
  await watch.look()
  expect([problems(), logged]).toEqual([[], []])
  expect(asked.map(([name, value]) => [name, value])).toEqual([
    ['approved-decisions', '0'],
    ['decisions-in-force', [CASE, CASE]],
    ['approved-decisions', '500'],
  ])
})

test.each<readonly [string, (text: string) => readonly Assertion[]]>([
  ['of one person', (text) => [signedBy(bisi, text), signedBy(bisi, text)]],
  ['of a stranger', (text) => [signedBy(bisi, text), signedBy(eve, text)]],
  ['of a person who left', (text) => [signedBy(bisi, text), signedBy(dayo, text)]],
  ['of another text', (text) => [signedBy(bisi, text), signedBy(chidi, 'Afara decision 1')]],
  ['without user verification', (text) => [signedBy(bisi, text), signedBy(chidi, text, { flags: 1 })]],
])('a decision in force with a signature %s is found and logged', async (_what, signatures) => {
  enforce({}, signatures)
  await watchOf().look()
  expect(problems()).toEqual([expect.stringContaining('1 of 2 people signed it')])
  expect(logged).toEqual([
    expect.objectContaining({
      level: 'error',
      msg: 'operators did not sign a decision in force',
      case_id: CASE,
      action: 'set_cap',
    }),
  ])
})

test.each<readonly [string, Readonly<Record<string, unknown>>, string]>([
  ['carry out another amount', { resolution: { action: 'set_cap', amount_minor: '9' } }, 'another decision'],
  [
    'carry out more than the text says',
    { resolution: { action: 'set_cap', amount_minor: '500', more: 1 } },
    'another decision',
  ],
  ['name another action', { action: 'move_naira' }, 'another decision'],
  ['name another business', { business: FREEZE }, 'business'],
  ['name a transaction', { transaction: FREEZE }, 'transaction'],
  ['are of live money', { mode: 'live', case_mode: 'live' }, 'mode'],
  ['are of live money, but the case is not', { mode: 'live' }, 'mode'],
  ['belong to another case', { case_id: FREEZE }, 'case'],
  ['are of another version', { version: 4 }, 'version'],
  ['have no case', { kind: null }, 'kind'],
  ['have a text of another version', { text: 'Afara decision 2' }, 'cannot be read'],
])('signatures do not support a decision whose rows %s', async (_what, more, problem) => {
  enforce(more)
  await watchOf().look()
  expect(problems()).toEqual([expect.stringContaining(problem)])
})

test('what was found outlives the process, in both journals', async () => {
  enforce({}, (text) => [signedBy(bisi, text)])
  await watchOf().look()
  await journal.close()
  journal = await openPayerJournal(join(folder, 'journal.ndjson'), journalKeys)
  expect([problems().length, journal.isVerified({ case_id: CASE, version: 3 })]).toEqual([1, true])
  const path = join(folder, 'signer.ndjson')
  const record = {
    at: '2026-11-17T05:00:00Z',
    decisions: [{ case_id: CASE, version: 3, mode: 'test', action: 'lift_freeze', lifts: FREEZE }],
  }
  const before = await openJournal(path)
  before.noteDecisions(record)
  await before.close()
  const signer = await openJournal(path)
  expect([signer.liftedFreezes(), signer.isVerified({ case_id: CASE, version: 3 })]).toEqual([
    [`test:${FREEZE}`],
    true,
  ])
  await signer.close()
})

test('a decision of a transaction that was under way at the last look is not missed', async () => {
  through = '90'
  const watch = watchOf()
  await watch.look()
  enforce({ xid: 95 }, (text) => [signedBy(bisi, text)])
  await watch.look()
  await watch.look()
  expect(problems()).toHaveLength(1)
})

test('after the lock was lost all keys are read again, because the database may be a restored one', async () => {
  const watch = watchOf()
  await watch.look()
  enforce({ xid: 20 }, (text) => [signedBy(bisi, text)])
  await watch.look()
  expect(problems()).toEqual([])
  tenure = 2
  await watch.look()
  expect(problems()).toHaveLength(1)
})

const former = operatorsOf([bisi, dayo])
const both: Operators = { current: operators.current, all: () => [former.current(), operators.current()] }
const byLeaver = (text: string) => [signedBy(bisi, text), signedBy(dayo, text)]

test('people of an earlier statement count only for decisions that are older than the journal', async () => {
  enforce({}, byLeaver)
  await watchOf(both).look()
  expect(problems()).toEqual([])
  const other = decisionText('set_cap', says, { caseId: FREEZE })
  enforce({ case_id: FREEZE }, byLeaver, other)
  await watchOf(both).look()
  expect(problems()).toHaveLength(1)
})

test('people who left cannot make the first decision after a look that found none', async () => {
  await watchOf(both).look()
  expect(journal.firstLook()).toEqual({ through: '500', is_over: true })
  enforce({ xid: 600 }, byLeaver)
  await watchOf(both).look()
  expect(problems()).toHaveLength(1)
})

test('people who left cannot add a decision while the first look is under way', async () => {
  enforce({ xid: 501 }, byLeaver)
  await watchOf(both).look()
  expect(problems()).toHaveLength(1)
})

test('a first look that a crash interrupted continues by the same rule, and its bound stays', async () => {
  journal.noteDecisions({
    at: '2026-11-17T05:00:00Z',
    decisions: [],
    first_look: { through: '90', is_over: false },
  })
  await journal.close()
  journal = await openPayerJournal(join(folder, 'journal.ndjson'), journalKeys)
  enforce({ xid: 90 }, byLeaver)
  const older = rows
  enforce({ case_id: FREEZE, xid: 91 }, byLeaver, decisionText('set_cap', says, { caseId: FREEZE }))
  rows = [...older, ...rows]
  await watchOf(both).look()
  expect(journal.unsupported().map(({ case_id }) => case_id)).toEqual([FREEZE])
  expect(journal.firstLook()).toEqual({ through: '90', is_over: true })
})

test('calls at the same time share one look, which begins after all of them', async () => {
  const watch = watchOf()
  const running = watch.look()
  await Promise.resolve()
  enforce()
  await Promise.all([running, watch.look(), watch.look()])
  expect(asked.filter(([name]) => name === 'approved-decisions').length).toBeLessThanOrEqual(2)
  expect(journal.isVerified({ case_id: CASE, version: 3 })).toBe(true)
})

test('without a valid operators file nothing is judged, and the next look judges it', async () => {
  enforce()
  const broken: Operators = {
    current: () => {
      throw new Error('statement 2 is not valid')
    },
    all: () => {
      throw new Error('statement 2 is not valid')
    },
  }
  await expect(watchOf(broken).look()).rejects.toMatchObject({ code: 'operators_unavailable' })
  expect(journal.isVerified({ case_id: CASE, version: 3 })).toBe(false)
  await watchOf().look()
  expect([journal.isVerified({ case_id: CASE, version: 3 }), problems()]).toEqual([true, []])
})

const lifting = decisionText('lift_freeze', { 'decision.freeze_id': FREEZE })
const lifts = {
  action: 'lift_freeze',
  business: null,
  resolution: { action: 'lift_freeze', freeze_id: FREEZE },
}

const SHOWN = `cas_${CASE.replaceAll('-', '')}`

/** Puts the lift of a freeze into force, which accepts decisions. */
function accept(mode: string, ...unsigned: string[]): void {
  const said = Object.fromEntries(unsigned.map((shown, place) => [`decision.unsigned.${place}`, shown]))
  const named = { 'decision.freeze_id': FREEZE, ...said }
  const text = decisionText('lift_freeze', named, { caseId: FREEZE, mode })
  const resolution = { ...lifts.resolution, unsigned }
  enforce({ ...lifts, case_id: FREEZE, mode, case_mode: mode, resolution }, undefined, text)
}

test('operators accept an unsupported decision by a lift that names it, also after a restart', async () => {
  enforce({}, (text) => [signedBy(bisi, text)])
  await watchOf().look()
  expect(describeDoubt(journal)).toContain(`operators did not sign set_cap of ${SHOWN}`)
  for (const [mode, shown] of [
    ['live', 'cas_00000000000000000000000000000000'],
    ['test', SHOWN],
  ] as const) {
    accept(mode, shown)
    const other = await openPayerJournal(join(folder, `${mode}.ndjson`), journalKeys)
    other.noteDecisions({ at: '2026-11-17T05:00:00Z', decisions: journal.unsupported() })
    await createDecisionWatch(
      { operators, journal: other, pool, alone: { confirm: async () => 1 }, nowMs: () => 1 },
      () => {},
    ).look()
    expect([mode, other.unsupported().length]).toEqual([mode, 1])
    await other.close()
  }
  accept('live', SHOWN)
  await watchOf().look()
  expect([problems(), describeDoubt(journal)]).toEqual([[], undefined])
  await journal.close()
  journal = await openPayerJournal(join(folder, 'journal.ndjson'), journalKeys)
  expect(problems()).toEqual([])
})

test('a lifted freeze stays lifted after its people left, and a test decision lifts only a test freeze', async () => {
  enforce(lifts, undefined, lifting)
  await watchOf().look()
  const freezes = createLiftedFreezes(operatorsOf([dayo, eve]), journal)
  expect(freezes.proven()).toEqual([`test:${FREEZE}`])
  const live = [{ id: FREEZE, subject: BUSINESS, case_id: CASE }]
  expect(await createLiftedFreezes(operators, journal).prove(pool, live)).toBe(false)
})

test('a freeze is lifted at once by the operators in force, and not by people who left', async () => {
  enforce(lifts, undefined, lifting)
  const lifted = [{ id: FREEZE, subject: 'test:Polygon', case_id: CASE }]
  const before = { current: operators.current, all: () => [operatorsOf([bisi, chidi]).current()] }
  expect(
    await createLiftedFreezes({ ...before, ...operatorsOf([dayo, eve]) }, journal).prove(pool, lifted),
  ).toBe(false)
  const freezes = createLiftedFreezes(operators, journal)
  expect([await freezes.prove(pool, lifted), freezes.proven()]).toEqual([true, [`test:${FREEZE}`]])
})

test('a freeze is not lifted by an operator whom the database calls suspended', async () => {
  enforce(lifts, undefined, lifting)
  stopped = [chidi.id]
  const lifted = [{ id: FREEZE, subject: 'test:Polygon', case_id: CASE }]
  expect(await createLiftedFreezes(operators, journal).prove(pool, lifted)).toBe(false)
  stopped = [dayo.id]
  expect(await createLiftedFreezes(operators, journal).prove(pool, lifted)).toBe(true)
})

test('an invalid operators file keeps a freeze in force and fails nothing', async () => {
  enforce(lifts, undefined, lifting)
  const broken = {
    current: () => {
      throw new Error('statement 2 is not valid')
    },
  }
  const lifted = [{ id: FREEZE, subject: 'test:Polygon', case_id: CASE }]
  expect(await createLiftedFreezes(broken, journal).prove(pool, lifted)).toBe(false)
})
