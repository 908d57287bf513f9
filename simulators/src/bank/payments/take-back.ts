import type { Line } from '../ledger/line.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { bookLine } from './book-line.ts'

/** Takes a credit back with a separate line. Returns undefined if the line is not a credit or was already taken back. */
export function takeBack(
  bank: SimulatedBank,
  id: string,
  mark: 'reversal' | 'recall',
  at: number,
): Line | undefined {
  const { ledger } = bank
  const line = ledger.line(id)
  const account = line === undefined ? undefined : ledger.account(line.account)
  if (line === undefined || account === undefined) return undefined
  if (line.direction !== 'credit' || ledger.undoneBy(id) !== undefined) return undefined
  const { payer, remark, sessionId } = line
  const narration =
    mark === 'reversal'
      ? `RVSL NIP/${payer.bankName}/${payer.name}/${sessionId}`
      : `RECALL OF FUNDS/${payer.bankName}/${payer.name}/${sessionId}`
  // Only the settled amount is taken back. The vendor keeps its fee.
  return bookLine(bank, {
    account,
    direction: 'debit',
    mark,
    of: id,
    gross: line.settled,
    payer,
    remark,
    narration,
    at,
  })
}
