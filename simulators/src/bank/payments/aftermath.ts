import type { FaultName } from '../faults/catalogue.ts'
import type { Struck } from '../faults/fault-rules.ts'
import type { Account } from '../ledger/account.ts'
import type { Line, Mark, Payer } from '../ledger/line.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { bookLine } from './book-line.ts'

const charges: ReadonlyArray<readonly [FaultName, Mark, bigint, string]> = [
  ['charge_line', 'charge', 2500n, 'Commission on NIP Transfer'],
  ['vat_line', 'vat', 188n, 'VAT on NIP Transfer Commission'],
  ['stamp_duty_line', 'stamp_duty', 5000n, 'Stamp Duty (Electronic Money Transfer Levy)'],
]

const theBank: Payer = { accountNumber: '', name: '', bankCode: '', bankName: '' }

/** Books the charges that follow a credit, and schedules later reversals and recalls. */
export function bookAftermath(
  bank: SimulatedBank,
  account: Account,
  lines: readonly Line[],
  struck: readonly Struck[],
  at: number,
): Line[] {
  const [first] = lines
  if (first === undefined) return []
  const booked = charges
    .filter(([fault]) => struck.some((one) => one.fault === fault))
    .map(([, mark, gross, narration]) =>
      bookLine(bank, {
        account,
        direction: 'debit',
        mark,
        of: first.id,
        gross,
        payer: theBank,
        remark: '',
        narration,
        at,
      }),
    )
  for (const { fault, seconds } of struck) {
    if (fault !== 'reversed_soon' && fault !== 'recalled_later') continue
    const does = fault === 'reversed_soon' ? 'reverse' : 'recall'
    for (const line of lines) {
      const entry = { id: bank.schedule.nextId(), at: at + seconds * 1000, does, line: line.id } as const
      bank.commit({ is: 'scheduled', entry })
    }
  }
  return booked
}
