import { atPar, parseMoney } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Bank } from '../../records/banks/bank-directory.ts'
import { findBank, requireBank } from '../../records/banks/resolve-bank.ts'
import { requireWithin, sellBounds } from '../../records/limits/transaction-bounds.ts'

/** How the cells of a file of payments are read. Each rule throws a refusal that says what to correct. */
export type RowRules = Readonly<{
  bank(text: string): Bank
  accountNumber(text: string): void
  amountMinor(text: string): bigint
  /** Refuses a reference that an earlier row has. */
  reference(text: string, number: number): void
}>

/** People think in naira, and one NGNC is one naira. */
const bounds = {
  minimum: atPar(sellBounds.minimum, 'NGN'),
  maximum: atPar(sellBounds.maximum, 'NGN'),
}
const REFERENCE = /^[A-Za-z0-9._-]{1,64}$/
// Finding banks with similar names takes milliseconds. A file whose bank column is wrong has an unknown bank in every row.
const MOST_SUGGESTED = 50

/** Creates the rules for one file. */
export function createRowRules(): RowRules {
  const firstWith = new Map<string, number>()
  const unknown = new Map<string, Refusal>()
  return {
    bank: (text) => {
      const bank = findBank(text)
      if (bank !== undefined) return bank
      const known = unknown.get(text)
      if (known !== undefined) throw known
      const refusal = unknown.size < MOST_SUGGESTED ? refusalOfBank(text) : undefined
      if (refusal === undefined) throw new Refusal('bank_unknown', `No bank matches "${text}".`)
      unknown.set(text, refusal)
      throw refusal
    },
    accountNumber: (text) => {
      if (!/^[0-9]{10}$/.test(text))
        throw new Refusal(
          'account_number_invalid',
          'An account number has ten digits. A spreadsheet drops a zero in front: format the column as text.',
        )
    },
    amountMinor: (text) => requireWithin(bounds, parseMoney(text, 'NGN')).minor,
    reference: (text, number) => {
      if (!REFERENCE.test(text))
        throw new Refusal('field_invalid', 'A reference has 1 to 64 letters, digits, ".", "_" or "-".')
      const first = firstWith.get(text)
      if (first !== undefined)
        throw new Refusal('reference_conflict', `Row ${first} has the same reference. Give each row its own.`)
      firstWith.set(text, number)
    },
  }
}

function refusalOfBank(text: string): Refusal {
  try {
    requireBank(text)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return new Refusal('bank_unknown', `No bank matches "${text}".`)
}
