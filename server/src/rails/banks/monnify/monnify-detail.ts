import type { BankLine } from '../../../movements/feeds/bank-line.ts'
import { fitsMask } from '../read-payer.ts'
import type { MonnifyDetail } from './monnify-hook.ts'

/**
 * Puts the ten digits, which only the signed notification shows, in the place of the mask: where account, whole amount
 * and the payer's own part are as the re-read has them, and only one payer of the notification fits the mask.
 */
export function addPayerDigits(lines: readonly BankLine[], detail: unknown): readonly BankLine[] {
  const told = readStored(detail)
  const credits = lines.filter(({ direction }) => direction === 'credit')
  const paid = credits.reduce((sum, { grossMinor }) => sum + grossMinor, 0n)
  if (told === undefined || String(paid) !== told.paidMinor || told.payers.length !== credits.length)
    return lines
  return lines.map((line) => {
    const { accountMask, ...payer } = line.payer
    if (line.accountNumber !== told.accountNumber || accountMask === undefined) return line
    const part =
      line.undoesExternalId === undefined
        ? line
        : credits.find((one) => one.externalId === line.undoesExternalId)
    const fitting = told.payers.filter(
      ({ accountNumber, paidMinor }) =>
        paidMinor === String(part?.grossMinor) &&
        isTenDigits(accountNumber) &&
        fitsMask(accountNumber, accountMask),
    )
    const numbers = new Set(fitting.map(({ accountNumber }) => accountNumber))
    const [accountNumber] = numbers
    return numbers.size === 1 && accountNumber !== undefined
      ? { ...line, payer: { ...payer, accountNumber } }
      : line
  })
}

function isTenDigits(text: string): boolean {
  return /^[0-9]{10}$/.test(text)
}

/** It has been in the database as JSON since it was read; another version may have written it. */
function readStored(detail: unknown): MonnifyDetail | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined
  const { accountNumber, paidMinor, payers } = detail as Record<string, unknown>
  if (typeof accountNumber !== 'string' || typeof paidMinor !== 'string' || !Array.isArray(payers))
    return undefined
  const read = payers.flatMap((payer: unknown) => {
    const { accountNumber: number, paidMinor: part } = (payer ?? {}) as Record<string, unknown>
    return typeof number === 'string' && typeof part === 'string'
      ? [{ accountNumber: number, paidMinor: part }]
      : []
  })
  return read.length === payers.length ? { accountNumber, paidMinor, payers: read } : undefined
}
