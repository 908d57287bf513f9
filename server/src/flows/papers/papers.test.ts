import { expect, test } from 'vitest'
import {
  boughtPaper,
  issuer,
  payoutTrace,
  soldPaper,
  unpaidPaper,
  withStatus,
} from '../../../test/paper-samples.ts'
import { money } from '../../kernel/money/money.ts'
import { nairaInWords } from './amount-words.ts'
import type { Paper } from './paper.ts'
import type { PaperFacts } from './read-paper-facts.ts'
import { writeReceipt } from './receipt.ts'
import { writeTraceLetter } from './trace-letter.ts'
import { maskedName } from './verify-paper.ts'

const explorers = { ofTransaction: () => 'https://polygonscan.com/tx/0x', ofAddress: () => null }
const rowsOf = ({ sections }: Paper) =>
  Object.fromEntries(sections.flatMap(({ rows }) => rows).map(({ label, value }) => [label, value]))

test('the receipt of a buy adds up, and shows only the last digits of account numbers', () => {
  const receipt = writeReceipt(boughtPaper, explorers, issuer)
  expect(receipt).toMatchObject({ title: 'Receipt', headline: '₦25,000.50', isTest: false })
  expect(rowsOf(receipt)).toMatchObject({
    Reference: 'order-2291',
    Completed: '15 November 2026, 10:30:08 (Lagos)',
    'Naira received': '₦25,000.50',
    Fee: '−₦50.00',
    'Tokens delivered': '24,950.50 NGNC',
    'Bank session id': '000013261115093001000123456789',
  })
  expect(JSON.stringify(receipt)).not.toContain('0123456789, ')
})

test('the receipt of a sell shows the payout and its beneficiary', () => {
  expect(rowsOf(writeReceipt(soldPaper, explorers, issuer))).toMatchObject({
    'Tokens received': '25,000.50 NGNC',
    Fee: '−50.00 NGNC',
    'Naira paid out': '₦24,950.50',
    'Bank session id': '000014261115093107000987654321',
  })
})

test('the receipt of a refund shows the refunded amount, without payouts that were returned to us', () => {
  const back = { ...payoutTrace, purpose: 'refund' as const, amountMinor: 2_500_050n }
  const refunded: PaperFacts = {
    ...boughtPaper,
    told: withStatus(boughtPaper.told, 'refunded'),
    facts: { ...boughtPaper.facts, transfers: [] },
    payouts: [{ ...back, state: 'reversed', moneyBackAt: new Date(), sessionId: 'dead' }, back],
  }
  const receipt = writeReceipt(refunded, explorers, issuer)
  expect(receipt.headline).toBe('₦25,000.50')
  expect(rowsOf(receipt)).toMatchObject({ 'Naira refunded': '₦25,000.50' })
  expect(JSON.stringify(receipt)).not.toContain('dead')
})

test.each(['pending_payment', 'on_hold', 'refunding', 'recalled'])(
  'there is no receipt while a buy is %s',
  (status) => {
    expect(() =>
      writeReceipt({ ...boughtPaper, told: withStatus(boughtPaper.told, status) }, explorers, issuer),
    ).toThrow(expect.objectContaining({ code: 'receipt_not_ready' }))
  },
)

test('a payer whose naira did not arrive gets a letter to their own bank', () => {
  const letter = writeTraceLetter(unpaidPaper, issuer)
  expect(letter.addressee).toContain('Guaranty Trust Bank')
  expect(letter.opening?.[0]).toContain('We have not received it.')
  expect(rowsOf(letter)).toMatchObject({
    Amount: '₦25,000.50',
    Made: 'on or about 15 November 2026',
    'From account': '0123456789',
    'To account': '••••••0005',
  })
  expect(letter.asks).toHaveLength(3)
})

test('for a partial payment the letter shows the received amount and its session', () => {
  const part: PaperFacts = {
    ...unpaidPaper,
    told: withStatus(unpaidPaper.told, 'part_paid'),
    facts: { ...unpaidPaper.facts, credits: boughtPaper.facts.credits },
  }
  const letter = writeTraceLetter(part, issuer)
  expect(letter.opening?.[0]).toContain('We have received only ₦25,000.50 of it.')
  expect(rowsOf(letter)).toMatchObject({ 'Session id received': '000013261115093001000123456789' })
})

test('a beneficiary who misses a payout gets a letter to their bank, with the ids that identify the payment', () => {
  const letter = writeTraceLetter(soldPaper, issuer)
  expect(letter.addressee).toContain('Guaranty Trust Bank')
  expect(rowsOf(letter)).toMatchObject({
    Amount: '₦24,950.50',
    'Session id': '000014261115093107000987654321',
    'Payment reference': payoutTrace.reference,
    'To account': '0123456789',
    'From account': '••••••4417',
  })
})

test('the letter is about the valid payment, not about one that was returned', () => {
  const first = { ...payoutTrace, state: 'failed', moneyBackAt: new Date(), reference: 'first' }
  expect(rowsOf(writeTraceLetter({ ...soldPaper, payouts: [first, payoutTrace] }, issuer))).toMatchObject({
    'Payment reference': payoutTrace.reference,
  })
})

test('a transaction without a bank payment has no letter', () => {
  const { id, businessId, mode, createdAt } =
    unpaidPaper.told.type === 'buy' ? unpaidPaper.told.buy : ({} as never)
  const withdrawal = {
    id,
    businessId,
    mode,
    createdAt,
    status: 'completed',
    reference: 'w-1',
    amount: money('NGNC', 100n),
    wallet: { network: 'Polygon', address: '0x' },
  }
  for (const facts of [
    boughtPaper,
    { ...soldPaper, payouts: [] },
    { ...boughtPaper, told: { type: 'withdrawal' as const, withdrawal } },
  ]) {
    expect(() => writeTraceLetter(facts, issuer)).toThrow(
      expect.objectContaining({ code: 'trace_letter_not_possible' }),
    )
  }
})

test.each([
  [2_000_100n, 'Twenty thousand and one naira only'],
  [2_500_050n, 'Twenty-five thousand naira, fifty kobo only'],
  [100n, 'One naira only'],
  [
    12_345_678_901n,
    'One hundred and twenty-three million four hundred and fifty-six thousand seven hundred and eighty-nine naira, one kobo only',
  ],
])('%s kobo in words', (minor, words) => {
  expect(nairaInWords(minor)).toBe(words)
})

test('a payer’s receipt has neither the fee of the business nor its wallet, and both have the registered names', () => {
  const receipt = writeReceipt(boughtPaper, explorers, issuer, 'payer')
  expect(rowsOf(receipt)).not.toHaveProperty('Fee')
  expect(JSON.stringify(receipt)).not.toContain('0x8ba1f109551bD432803012645Ac136ddd64DBA72')
  expect(receipt.parties).toMatchObject([
    { title: 'Paid to', name: 'Ada Foods Limited', lines: ['RC 0000001', 'Ada Foods Ltd'] },
    { title: 'Paid by', name: 'ADA NKECHI OBI', isPerson: true },
    { title: 'Processed by', name: 'Afara Payments Limited', lines: ['RC 0000002', issuer.address] },
  ])
  expect(maskedName('ADA NKECHI OBI')).toBe('A••• N••• O•••')
})
