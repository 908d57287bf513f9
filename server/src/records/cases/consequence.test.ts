import { expect, test } from 'vitest'
import { type Consequence, consequenceOf } from './consequence.ts'
import type { Resolution } from './resolution.ts'
import type { Stake } from './stake-store.ts'

const buy: Stake = {
  businessId: 'b',
  businessName: 'Ada Foods',
  type: 'buy',
  status: 'part_paid',
  amountMinor: 25_000_00n,
  heldMinor: 20_000_00n,
  feeMinor: 100_00n,
  network: 'Polygon',
  address: '0x7a3f',
  payeeBank: null,
  payeeNumber: null,
  payeeName: null,
  paidOutMinor: 0n,
  leftMinor: 0n,
  payerName: 'EMEKA OBI',
  payerBank: 'GTBank',
  payerNumber: '0123456789',
  ourBank: 'Providus',
  ourNumber: '9901234417',
  lineMinor: 20_000_00n,
  lineDirection: 'credit',
  lineAt: null,
  narration: null,
  sessionId: null,
}
const sell: Stake = {
  ...buy,
  type: 'sell',
  payeeName: 'BOLA ADE',
  payeeBank: '058',
  payeeNumber: '0123456789',
  paidOutMinor: 24_900_00n,
}
const destination = {
  account_number: '0123456789',
  bank_code: '058',
  bank_name: null,
  account_name: 'EMEKA OBI',
  known_by: 'number',
} as const

const told = (resolution: Resolution, stake: Stake): Consequence => {
  const found = consequenceOf(resolution, stake)
  if (found === undefined) throw new Error('it is not told')
  return found
}
const money = ({ gets }: Consequence) => gets.map(({ who, asset, minor }) => `${who} ${asset} ${minor}`)

test('a short payment goes on with what arrived, less the fee, or goes back whole', () => {
  const goesOn = told({ action: 'accept_short' }, buy)
  expect(money(goesOn)).toEqual([
    'Ada Foods gets NGNC 1990000',
    'EMEKA OBI gets back NGN 0',
    'Our fee NGN 10000',
  ])
  expect(goesOn).toMatchObject({ title: 'Continue with ₦20,000.00', undo: 'Cannot be undone.' })
  const back = told(
    { action: 'return_part', returns: [{ line_id: 'l', amount_minor: '2000000', destination }] },
    buy,
  )
  expect(money(back)[0]).toBe('EMEKA OBI gets back NGN 2000000')
  expect(back.how).toContain('0123456789 (EMEKA OBI')
})

test('a payout that is paid again says so, with the amount and the receiver', () => {
  const again = told({ action: 'not_paid' }, sell)
  expect(again.title).toBe('Pay BOLA ADE AGAIN')
  expect(money(again)).toEqual(['BOLA ADE WILL BE PAID AGAIN NGN 2490000'])
  expect(money(told({ action: 'was_paid' }, sell))[0]).toBe('BOLA ADE gets now NGN 0')
})

test('no money is created or lost in what is told: fee and shares make what is held', () => {
  for (const stake of [buy, { ...sell, feeMinor: 50_00n }]) {
    const { gets } = told({ action: 'fix' }, stake)
    expect(gets.reduce((sum, { minor }) => sum + (minor ?? 0n), 0n)).toBe(stake.heldMinor)
  }
})

test('what is kept moves nothing', () => {
  expect(told({ action: 'keep' }, buy).gets.map(({ minor, words }) => [minor, words])).toEqual([
    [null, 'nothing yet'],
    [null, 'nothing yet'],
  ])
})
