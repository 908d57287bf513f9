import { expect } from 'vitest'
import type { BankLine } from '../../src/movements/feeds/bank-line.ts'
import type { TrueLine } from './bank-feed-world.ts'

/** Seconds by which a vendor's clock may be ahead. */
type Allowance = Readonly<{ aheadSeconds?: number }>

/** Asserts that every line really exists and contains no wrong fact. Facts that a vendor hides may be missing. */
export function expectOnlyTruth(
  lines: readonly BankLine[],
  truth: readonly TrueLine[],
  allowance: Allowance = {},
): void {
  for (const line of lines) expectTrue(line, truth, allowance)
  const names = lines.map(({ externalId }) => externalId)
  expect(new Set(names).size, `no line is told twice: ${names.join(' ')}`).toBe(names.length)
}

function expectTrue(line: BankLine, truth: readonly TrueLine[], { aheadSeconds = 0 }: Allowance): void {
  const credit = findCredit(line, truth)
  if (credit === undefined) throw new Error(`${line.externalId} never happened`)
  expect(line.accountNumber).toBe(credit.account)
  expect(String(line.settledMinor)).toBe(credit.settled_kobo)
  if (line.direction === 'credit') {
    expect(String(line.grossMinor)).toBe(credit.gross_kobo)
    expect(line.kind).toBe('payment')
    expect(seconds(line.bookedAt)).toBe(seconds(new Date(credit.booked_at)) + aheadSeconds)
    expect(line.valueDate).toBe(lagosDay(line.bookedAt))
  } else {
    const debit = truth.find(({ of, direction }) => of === credit.id && direction === 'debit')
    expect(debit?.mark, `${line.externalId} was taken back`).toMatch(/^(reversal|recall)$/)
    expect([line.kind, String(line.grossMinor)]).toEqual(['reversal', debit?.gross_kobo])
    expect(line.undoesExternalId).toBe(line.externalId.replace(/:reversed$/, ''))
  }
  expectTruePayer(line, credit)
}

function expectTruePayer({ payer, sessionId }: BankLine, { payer: real, shown_session_id }: TrueLine): void {
  if (payer.accountNumber !== undefined) expect(payer.accountNumber).toBe(real.account_number)
  if (payer.accountMask !== undefined) {
    expect(payer.accountMask).toMatch(/^[0-9*]{10}$/)
    expect(real.account_number).toMatch(new RegExp(`^${payer.accountMask.replaceAll('*', '.')}$`))
    expect(payer.accountNumber).toBeUndefined()
  }
  if (payer.name !== undefined) expect(payer.name).toBe(real.name)
  if (payer.bankCode !== undefined) expect(payer.bankCode).toBe(real.bank_code)
  if (payer.bankName !== undefined) expect(payer.bankName.toUpperCase()).toBe(real.bank_name.toUpperCase())
  if (sessionId !== undefined) expect(sessionId).toBe(shown_session_id)
}

function findCredit(line: BankLine, truth: readonly TrueLine[]): TrueLine | undefined {
  const reference = line.externalId.replace(/(#[\d-]+)?(:reversed)?$/, '')
  return truth.find(
    (one) =>
      one.reference === reference &&
      one.direction === 'credit' &&
      one.settled_kobo === String(line.settledMinor),
  )
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

function lagosDay(time: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(time)
}
