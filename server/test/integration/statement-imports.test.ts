import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BankUnderTest, PROVIDUS } from '../../../simulators/test/bank-under-test.ts'
import { importStatement } from '../../src/flows/credits/import-statement.ts'
import { formatId } from '../../src/kernel/ids/ids.ts'
import { runChecks } from '../../src/records/ledger/check-store.ts'
import { createImportWorld, DAY, formats } from './import-world.ts'

const world = await createImportWorld()
const { pool, worker, clock, operator, bring, print, pay, feed, count } = world
const profiles = formats.map(({ profile }) => profile)
const MONTH = { from: '2026-11-01', to: '2026-11-30' }

let bank: BankUnderTest
let accountId: string
beforeEach(async () => {
  ;({ bank, accountId } = await world.openBank())
})
afterEach(async () => bank.close())
afterAll(world.close)

describe.each(profiles)('%s', (profile) => {
  test('a line from a feed equals its line in the statement, and two equal payments stay two', async () => {
    await pay(
      {},
      { faults: ['twin_payment'] },
      { faults: ['session_missing'] },
      { amount: '15000', remark: 'AFR-7K2' },
    )
    await feed()
    const imported = await bring(profile)
    expect(imported).toMatchObject({ counts: { new: 0, known: 5, aside: 0 }, missing: [], warnings: [] })
    expect(await count('bank_line')).toBe(5)
  })

  test('lines that the feed missed are new, and lines that the statement lacks are reported', async () => {
    await pay({ amount: '100' }, { amount: '200', faults: ['stamp_duty_line'] })
    await feed((_, place) => place === 0)
    await feed(() => false)
    const phantom = { amount: '300' }
    const file = await print(profile)
    await pay(phantom)
    await feed(({ minor }) => minor === 30_000n)
    const { news, missing, counts, warnings } = await bring(profile, DAY, { file })
    expect(counts).toEqual({ new: 2, known: 1, aside: 0 })
    expect(news.map(({ direction, kind, settledMinor }) => [direction, kind, settledMinor])).toEqual([
      ['credit', 'payment', 20_000n],
      ['debit', 'charge', 5_000n],
    ])
    expect(missing).toMatchObject([{ direction: 'credit', settledMinor: 30_000n, sources: ['providus'] }])
    expect(warnings).toEqual([
      'Lines of this period that we recorded and that the statement does not have: 1. Ask the bank about them.',
    ])
  })

  test('the feed after the statement adds nothing, and the fund is there once', async () => {
    await pay({}, {}, { amount: '15000' })
    await bring(profile)
    await feed()
    expect(await count('bank_line')).toBe(3)
    expect(await count('credit_fund')).toBe(3)
  })

  test('a reversal in the statement takes its credit back', async () => {
    await pay({ amount: '700', faults: ['reversed_soon'] })
    await bank.wait(600)
    await pay({ amount: '800' })
    await feed()
    expect((await bring(profile)).counts).toEqual({ new: 1, known: 2, aside: 0 })
    expect(await count('credit_fund')).toBe(1)
  })

  test('a value date after the weekend makes no second line', async () => {
    await bank.wait(3 * 86_400)
    await pay({ faults: ['value_date_later', 'session_missing'] })
    await feed()
    const friday = { from: '2026-11-06', to: '2026-11-06' }
    expect(await bring(profile, friday)).toMatchObject({
      counts: { new: 0, known: 1, aside: 0 },
      missing: [],
    })
  })
})

test('a payment that differs between feed and statement opens a case', async () => {
  await pay({})
  await feed()
  const otherName = (await print('gtb')).toString().replace(/OKAFOR.ADA/, 'EZE NGOZI')
  const imported = await bring('gtb', DAY, { file: Buffer.from(otherName.replace(/'0000132\d+/, '')) })
  expect(imported).toMatchObject({ counts: { new: 1, known: 0 }, missing: [{ settledMinor: 5_000_037n }] })
  expect(imported.warnings.join(' ')).toContain('Missing lines that resemble a new line: 1')
  const { rows } = await pool.query<{ kind: string | null; line_id: string }>(
    `select c.kind, f.line_id from credit_fund f left join case_file c on c.id = f.blocked_by
     where f.vendor_account_id = $1 order by c.kind nulls last`,
    [accountId],
  )
  expect(rows).toEqual([
    { kind: 'duplicate', line_id: imported.news[0]?.lineId },
    { kind: null, line_id: imported.missing[0]?.lineId },
  ])
})

test('the same file again is refused with the day it was imported, and changes nothing', async () => {
  await pay({})
  const file = await print('gtb')
  await bring('gtb', DAY, { file })
  await expect(bring('gtb', DAY, { file })).rejects.toMatchObject({
    code: 'statement_already_imported',
    message: expect.stringContaining('2026-11-15'),
  })
  expect(await count('import_run')).toBe(1)
  expect(await count('bank_line')).toBe(1)
})

test('concurrent imports of one file make one import', async () => {
  await pay({}, {})
  const file = await print('sterling')
  const tries = await Promise.allSettled(
    Array.from({ length: 6 }, async () => bring('sterling', DAY, { file })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await count('bank_line')).toBe(2)
})

test('days that were imported under another profile add nothing', async () => {
  await pay({}, { faults: ['twin_payment'] }, { faults: ['session_missing', 'charge_line'] })
  await bring('gtb')
  for (const profile of profiles.filter((name) => name !== 'gtb')) {
    expect((await bring(profile)).counts).toMatchObject({ new: 0, aside: 0 })
  }
  expect(await count('bank_line')).toBe(5)
})

test('a statement that does not continue the last one is imported with a warning', async () => {
  await pay({ amount: '1000' })
  await bring('zenith')
  await bank.wait(86_400)
  const next = { from: '2026-11-04', to: '2026-11-04' }
  await pay({ amount: '2000' })
  const sound = await bring('zenith', next)
  expect(sound.warnings).toEqual([])
  await bank.wait(86_400)
  const later = (await print('zenith', { from: '2026-11-05', to: '2026-11-05' })).toString()
  const shifted = Buffer.from(later.replaceAll('3,000.00', '3,500.00'))
  const after = { from: '2026-11-05', to: '2026-11-05' }
  expect((await bring('zenith', after, { file: shifted })).warnings).toEqual([
    'The statement opens with ₦3,500.00, but the statement of the day before closed with ₦3,000.00.',
  ])
})

test('the operator and the reason are stored with each file', async () => {
  await pay({})
  await bring('opay')
  const { rows } = await pool.query(
    `select profile, operator_id, reason, first_day::text, last_day::text, opening_minor, closing_minor, new_count
     from import_run where vendor_account_id = $1`,
    [accountId],
  )
  expect(rows).toEqual([
    {
      profile: 'opay',
      operator_id: operator?.id,
      reason: 'the books of the day',
      first_day: '2026-11-03',
      last_day: '2026-11-03',
      opening_minor: '0',
      closing_minor: '5000037',
      new_count: 1,
    },
  ])
  const { rows: lines } = await pool.query(
    `select actor, details from audit where action = 'statement.imported' and subject = $1`,
    [formatId('vendorAccount', accountId)],
  )
  expect(lines).toMatchObject([
    { actor: operator?.id, details: { profile: 'opay', new: 1, from: '2026-11-03' } },
  ])
  await expect(pool.query('update import_run set new_count = 0')).rejects.toThrow(/import_run/)
})

describe('nothing is written by', () => {
  test.each([
    ['a file of another account', 'statement_of_another_account', async () => print('gtb', DAY, PROVIDUS)],
    [
      'a file that does not add up',
      'statement_does_not_add_up',
      async () => {
        await bank.fault('statement_missing_row')
        return print('gtb')
      },
    ],
    [
      'swapped days',
      'statement_days_doubtful',
      async () => {
        await bank.fault('statement_day_month_swap')
        return print('gtb')
      },
    ],
    ['a picture', 'statement_unreadable', async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff])],
  ])('%s', async (_what, code, file) => {
    await pay({})
    await expect(bring('gtb', DAY, { file: await file() })).rejects.toMatchObject({ code })
    expect(await count('bank_line')).toBe(0)
    expect(await count('import_run')).toBe(0)
  })

  test('ambiguous dates, until the operator gives the period', async () => {
    await pay({ faults: ['session_missing'] })
    const file = await print('zenith')
    const swapped = await print('uba')
    await expect(bring('uba', DAY, { file: swapped, days: undefined })).rejects.toMatchObject({
      code: 'statement_days_doubtful',
      message: expect.stringContaining('2026-11-03 could also be 2026-03-11'),
    })
    await expect(bring('uba', DAY, { file: swapped, days: MONTH })).resolves.toMatchObject({ days: DAY })
    await expect(bring('zenith', DAY, { file, days: undefined })).resolves.toMatchObject({
      counts: { known: 1 },
    })
  })

  test('an unknown profile, account or empty reason', async () => {
    await pay({})
    const file = await print('gtb')
    const request = { accountId, profile: 'gtb', file, operatorId: operator?.id ?? '', reason: 'x' }
    const deps = { pool, clock, formats, signing: softwareSigning() }
    const code = async (more: object) =>
      importStatement(deps, { ...request, ...more }).then(
        () => 'taken',
        (error: { code: string }) => error.code,
      )
    expect(await code({ profile: 'barclays' })).toBe('statement_profile_unknown')
    expect(await code({ accountId: 'vac_1' })).toBe('vendor_account_unknown')
    expect(await code({ reason: ' ' })).toBe('reason_required')
    expect(await count('bank_line')).toBe(0)
    expect(await code({})).toBe('taken')
  })
})

test('after all of this the checks find nothing', async () => {
  expect((await runChecks(worker)).findings).toEqual([])
})
