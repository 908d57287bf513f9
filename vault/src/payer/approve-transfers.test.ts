import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { journalKeys } from '../../test/journal-keys.ts'
import { sell } from '../../test/payout-rows.ts'
import { ACCOUNT, createStubPayer, FIRST, type Given, known, success } from '../../test/stub-payer.ts'
import { createApprovals } from './approve-transfers.ts'
import { openPayerJournal, type PayerJournal } from './journal/payer-journal.ts'
import type { AskedTransfer } from './rails/bank-rail.ts'

let folder: string
let journal: PayerJournal
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-payer-'))
  journal = await openPayerJournal(join(folder, 'journal.jsonl'), journalKeys)
})
afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true })
})
const payerWith = (given: Given = {}) => createStubPayer(journal, given)

const transfer: AskedTransfer = {
  reference: sell.reference,
  amountMinor: 9_900n,
  bankCode: '058',
  accountNumber: '0123456789',
}

test('a vendor that asks before it pays gets a yes only for what was sent', async () => {
  await payerWith().payer.send(FIRST)
  const problem = async (asked: readonly AskedTransfer[] | undefined | Error, given: Given = {}) => {
    const read = async () => (asked instanceof Error ? Promise.reject(asked) : asked)
    const { deps } = payerWith({
      ...given,
      rail: { approval: { read, statuses: { approve: 200, refuse: 400 } } },
    })
    const approvals = createApprovals(deps, () => {})
    const status = await approvals.answer(ACCOUNT, {}, Buffer.from(''))
    const [refused] = approvals.refused()
    expect(status).toBe(refused === undefined ? 200 : 400)
    return refused?.problem
  }
  expect(await problem([transfer])).toBeUndefined()
  expect(await problem(undefined)).toBe('the question cannot be read')
  expect(await problem([transfer, transfer])).toBe('the question has the same reference twice')
  expect(await problem(new Error('no answer'))).toBe('no answer')
  expect(await problem([transfer], { deps: { isKilled: () => true } })).toBe('the kill switch is on')
  expect(await problem([{ ...transfer, reference: 'af-other' }])).toBe('the payer never sent it')
  const [account] = payerWith().deps.policy.accounts
  expect.assert(account !== undefined)
  const rail = { approval: { read: async () => [transfer], statuses: { approve: 200, refuse: 400 } } }
  const ofOther = {
    policy: { ...account, account: 'another' },
    rail,
    directory: { codeOf: async () => '058' },
  }
  const others = createApprovals(
    { ...payerWith().deps, accounts: new Map([['another', ofOther]]) as never },
    () => {},
  )
  expect(await others.answer('another', {}, Buffer.from(''))).toBe(400)
  expect(others.refused()).toMatchObject([{ problem: 'the payer sent it from another account' }])
  expect(await problem([{ ...transfer, amountMinor: 9_901n }])).toBe('the payer sent another amount')
  const elsewhere = 'the payer sent it to another account number or bank'
  expect(await problem([{ ...transfer, accountNumber: '0999999999' }])).toBe(elsewhere)
  expect(await problem([{ ...transfer, bankCode: '044' }])).toBe(elsewhere)
  const reading = { rows: { 'known-payouts': [known] }, rail: { requery: async () => success } }
  await payerWith(reading).payer.requery(['payout-1'])
  expect(await problem([transfer])).toBe('it has already ended: success')
  const { deps } = payerWith()
  expect(await createApprovals(deps, () => {}).answer(ACCOUNT, {}, Buffer.from(''))).toBeUndefined()
  expect(await createApprovals(deps, () => {}).answer('another', {}, Buffer.from(''))).toBeUndefined()
})
