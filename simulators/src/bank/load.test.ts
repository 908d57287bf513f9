import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createBankUnderTest, MONNIFY } from '../../test/bank-under-test.ts'

const folder = mkdtempSync(join(tmpdir(), 'afara-bank-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('twenty thousand payments are made in seconds, written to the journal, and all listed', async () => {
  const bank = await createBankUnderTest({ journalFile: join(folder, 'journal') })
  const before = process.cpuUsage()
  for (let call = 0; call < 2; call += 1) {
    const payments = Array.from({ length: 10_000 }, (_, place) => ({
      account: MONNIFY,
      amount: `${place + 1}`,
    }))
    expect((await bank.admin('POST', '/payments', { payments })).status).toBe(201)
  }
  // Takes three seconds of a core. Time of the processor, because others use the machine too.
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(30_000)

  const seen = new Set<string>()
  for (let page = 0; page < 200; page += 1) {
    const { content } = (await bank.monnifyList(MONNIFY, page, 100)).json().responseBody
    for (const { transactionReference } of content) seen.add(transactionReference)
  }
  expect(seen.size).toBe(20_000)
  const truth = await bank.truth()
  expect(new Set(truth.map(({ session_id }) => session_id)).size).toBe(20_000)
  expect(truth.at(-1)?.['balance_after_kobo']).toBe(String((2n * (10_000n * 10_001n * 100n)) / 2n))
  await bank.close()
})

test('more than ten thousand payments in a call are refused', async () => {
  const bank = await createBankUnderTest()
  const payments = Array.from({ length: 10_001 }, () => ({ account: MONNIFY, amount: '1' }))
  expect((await bank.admin('POST', '/payments', { payments })).status).toBe(400)
  expect(await bank.truth()).toEqual([])
  await bank.close()
})
