import { expect, test } from 'vitest'
import { createBankUnderTest, MONNIFY, PAYSTACK, PROVIDUS } from '../../test/bank-under-test.ts'

const chances = [
  'payer_masked',
  'split',
  'session_missing',
  'reversed_soon',
  'narration_other_bank',
  'underpaid',
]

/** Runs a busy hour with faults in a sixth of the payments, and returns the complete result. */
async function run(seed: string): Promise<string> {
  const bank = await createBankUnderTest({ seed })
  for (const fault of chances) await bank.fault(fault, { probability: 0.15 })
  for (let minute = 0; minute < 60; minute += 10) {
    await bank.pay(
      ...[MONNIFY, PROVIDUS, PAYSTACK].map((account) => ({ account, amount: `${15_000 + minute}.37` })),
    )
    await bank.wait(600)
  }
  const { body: truth } = await bank.ask({ url: '/admin/truth' })
  const { body: list } = await bank.monnifyList(MONNIFY, 0, 50)
  const { body: statement } = await bank.ask({
    url: `/admin/accounts/${PROVIDUS}/statement?from=2026-11-12&to=2026-11-12&profile=access`,
  })
  await bank.close()
  return truth + list + statement
}

test('the same seed gives the same result to the byte; another seed gives another', async () => {
  const first = await run('7')
  expect(await run('7')).toBe(first)
  expect(await run('8')).not.toBe(first)
})

test('a fault occurs about as often as its probability', async () => {
  const bank = await createBankUnderTest()
  await bank.fault('payer_masked', { probability: 0.1 })
  const lines = await bank.pay(...Array.from({ length: 2000 }, () => ({ account: PROVIDUS, amount: '1' })))
  const masked = lines.filter(({ faults }) => (faults as string[]).includes('payer_masked')).length
  expect(masked).toBeGreaterThan(150)
  expect(masked).toBeLessThan(250)
  await bank.close()
})
