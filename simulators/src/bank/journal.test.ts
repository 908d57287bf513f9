import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createBankUnderTest, MONNIFY, PROVIDUS } from '../../test/bank-under-test.ts'

const folder = mkdtempSync(join(tmpdir(), 'afara-bank-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a journal is restored to the byte, and an incomplete last record is dropped', async () => {
  const journalFile = join(folder, 'journal')
  const first = await createBankUnderTest({ journalFile })
  await first.pay(
    { account: MONNIFY, amount: '15000.37', faults: ['split', 'settled_less', 'recalled_later'] },
    { account: PROVIDUS, amount: '99999999999.99', faults: ['narration_hostile', 'session_missing'] },
    { account: PROVIDUS, amount: '1', faults: ['at_midnight'] },
  )
  const truth = (await first.ask({ url: '/admin/truth' })).body
  await first.close()
  const whole = readFileSync(journalFile, 'utf8')
  appendFileSync(journalFile, '{"is":"line","line":{"id":"li')

  const second = await createBankUnderTest({ journalFile })
  expect((await second.ask({ url: '/admin/truth' })).body).toBe(truth)
  expect(readFileSync(journalFile, 'utf8')).toBe(whole)
  await second.wait(11 * 86_400)
  expect((await second.truth()).map(({ mark }) => mark).slice(-3)).toEqual(['payment', 'recall', 'recall'])
  await second.admin('DELETE', '/state')
  await second.close()
  expect(readFileSync(journalFile, 'utf8')).toBe('')
})
