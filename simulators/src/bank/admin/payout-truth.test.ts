import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ADA, createPayoutsUnderTest, MONNIFY_OUT, PAYSTACK_OUT } from '../../../test/payouts-under-test.ts'

const folder = mkdtempSync(join(tmpdir(), 'afara-bank-'))
afterAll(() => rmSync(folder, { recursive: true }))

const reference = 'af-00112233445566778899'

test('the truth has every payout with its movements, and the money of each beneficiary', async () => {
  const bank = await createPayoutsUnderTest()
  await bank.sendPaystack({ reference, kobo: 1_000_000 })
  await bank.sendMonnify({ reference, kobo: 2_000_000 })
  await bank.wait(1)
  expect(await bank.payoutTruth()).toMatchObject([
    {
      reference,
      vendor: 'paystack',
      status: 'success',
      debited_kobo: '1000000',
      fee_kobo: '2500',
      arrived_kobo: '1000000',
    },
    {
      reference,
      vendor: 'monnify',
      account: MONNIFY_OUT,
      arrivals: [{ kobo: '2000000', taken_back_at: null }],
    },
  ])
  expect(await bank.payoutTruth('after=1')).toHaveLength(1)
  expect(await bank.payoutTruth(`account=${PAYSTACK_OUT}`)).toHaveLength(1)
  const { body } = await bank.call({ url: '/admin/truth/beneficiaries' })
  expect(JSON.parse(body)).toMatchObject({
    bank: ADA.bank,
    number: ADA.number,
    kobo: '3000000',
    arrivals: 2,
    payouts: 2,
  })
  expect(await bank.truth()).toEqual([])
  await bank.close()
})

test('movements without a payout are on the statement too, and payments into the account are refused', async () => {
  const bank = await createPayoutsUnderTest()
  const move = async (line: object) => bank.admin('POST', `/payout-accounts/${MONNIFY_OUT}/lines`, line)
  expect((await move({ direction: 'credit', amount: '500', mark: 'funding' })).body.balance).toBe('100050000')
  expect((await move({ direction: 'debit', amount: '0' })).status).toBe(400)
  await bank.sendMonnify({ reference })
  const { body } = await bank.call({
    url: `/admin/accounts/${MONNIFY_OUT}/statement?from=2026-11-12&to=2026-11-12&profile=sterling`,
  })
  expect(body).toContain('FUNDING')
  expect(body).toContain('15,000.37')
  const payments = [{ account: MONNIFY_OUT, amount: '1' }]
  expect((await bank.admin('POST', '/payments', { payments })).status).toBe(400)
  await bank.close()
})

test('payouts, recipients, names and scheduled steps survive a restart', async () => {
  const journalFile = join(folder, 'journal')
  const first = await createPayoutsUnderTest({ journalFile })
  await first.fault('success_then_reversed')
  await first.admin('PUT', `/beneficiaries/${ADA.bank}/${ADA.number}`, { name: 'OKAFOR ADA' })
  await first.sendPaystack({ reference })
  const before = await first.payoutTruth()
  await first.close()

  const second = await createPayoutsUnderTest({ journalFile })
  expect(await second.payoutTruth()).toEqual(before)
  expect((await second.sendPaystack({ reference })).json().code).toBe('duplicate_transfer_reference')
  await second.wait(7200)
  expect(await second.payout(reference)).toMatchObject({
    name: 'OKAFOR ADA',
    status: 'reversed',
    returned_kobo: '1500037',
    arrived_kobo: '0',
  })
  await second.admin('DELETE', '/state')
  expect(await second.payoutTruth()).toEqual([])
  await second.close()
})

test.each([
  [{ number: '0000000001', vendor: 'monnify' }, 409],
  [{ number: PAYSTACK_OUT, vendor: 'monnify' }, 409],
  [{ number: PAYSTACK_OUT, vendor: 'paystack' }, 200],
  [{ number: '0000000013', vendor: 'providus' }, 400],
  [{ number: '0000000013', vendor: 'paystack', secret: `sk_test_payouts_${PAYSTACK_OUT}` }, 409],
  [{ number: '0000000013', vendor: 'paystack', opening_balance: '1,000' }, 400],
])('a payout account is opened once: %j', async (account, status) => {
  const bank = await createPayoutsUnderTest()
  expect((await bank.admin('POST', '/payout-accounts', account)).status).toBe(status)
  await bank.close()
})
