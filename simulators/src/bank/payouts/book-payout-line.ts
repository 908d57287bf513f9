import type { Line, Payer } from '../ledger/line.ts'
import { bookLine } from '../payments/book-line.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Payout } from './payout.ts'
import { findBankByKey } from './receiving-bank.ts'

type Entry = Readonly<{ direction: Line['direction']; mark: Line['mark']; kobo: bigint; words: string }>

/** Books a line of a payout on our account, and returns the payout with it. */
export function bookPayoutLine(bank: SimulatedBank, payout: Payout, entry: Entry, at: number): Payout {
  const account = bank.ledger.account(payout.account)
  if (account === undefined) throw new Error(`the bank has no account ${payout.account}`)
  const [first] = payout.lines
  const line = bookLine(bank, {
    account,
    direction: entry.direction,
    mark: entry.mark,
    ...(first === undefined ? {} : { of: first }),
    gross: entry.kobo,
    payer: counterparty(payout),
    remark: payout.narration,
    narration: `${entry.words}/${payout.name}/${payout.narration}`.slice(0, 100),
    at,
    reference: payout.vendorId,
    sessionId: payout.sessionId,
    faults: payout.faults,
  })
  return { ...payout, lines: [...payout.lines, line.id] }
}

function counterparty({ bank, number, name }: Payout): Payer {
  const { nipCode = '', name: bankName = '' } = findBankByKey(bank) ?? {}
  return { accountNumber: number, name, bankCode: nipCode, bankName }
}
