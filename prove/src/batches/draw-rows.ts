import type { PayoutBatchRequest } from '@afara/sdk'

/** A row of the file, and why it must not be paid; undefined for one that must. */
export type DrawnRow = Readonly<{
  row: PayoutBatchRequest['rows'][number]
  minor: bigint
  problem: string | undefined
}>

const banks = ['GTBank', 'Access Bank', 'UBA', 'Zenith Bank'] as const
// One row of these has a problem.
const PROBLEM_EVERY = 50

/** Draws the rows of a payroll: every account is paid once, every amount differs from its neighbours, and some rows are wrong. */
export function drawRows(count: number): DrawnRow[] {
  return Array.from({ length: count }, (_none, place) => {
    const minor = BigInt(1_000_00 + ((place * 7_919) % 250_000))
    const row = {
      bank_name: banks[place % banks.length] ?? 'GTBank',
      account_number: String(2_000_000_000 + place),
      amount: amountText(minor),
      ...(place % 3 === 0 && { reference: `payroll-${place + 1}` }),
    }
    if (place % PROBLEM_EVERY !== PROBLEM_EVERY - 1) return { row, minor, problem: undefined }
    return { minor, ...spoiled(row, Math.floor(place / PROBLEM_EVERY)) }
  })
}

function spoiled(row: PayoutBatchRequest['rows'][number], turn: number): Omit<DrawnRow, 'minor'> {
  switch (turn % 4) {
    case 0:
      return { row: { ...row, bank_name: 'Bank of Nowhere' }, problem: 'bank_unknown' }
    case 1:
      return { row: { ...row, account_name: 'SOMEBODY ELSE ENTIRELY' }, problem: 'beneficiary_name_mismatch' }
    case 2:
      return { row: { ...row, amount: '1' }, problem: 'amount_below_minimum' }
    default:
      return {
        row: { ...row, account_number: row.account_number.slice(1) },
        problem: 'account_number_invalid',
      }
  }
}

function amountText(minor: bigint): string {
  return `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
}
