import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { askWithin, type NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import type { NumberedProblem } from '../../records/batches/batch.ts'
import {
  type Duplicate,
  findUncheckedRows,
  finishCheck,
  noteChecks,
  type RowCheck,
  readRecord,
  type UncheckedRow,
} from '../../records/batches/batch-work-store.ts'
import { compareNames } from '../../records/names/compare-names.ts'

type CheckDeps = Readonly<{ pool: Pool; clock: Clock; names: NameEnquiry }>

// Each group is one commit, so a stopped worker repeats at most this many questions.
const GROUP = 200
const ENQUIRIES_AT_ONCE = 20
const NAME_TIMEOUT_MS = 8_000
// The driver waits one second, then two, then four, and so on: half a minute in all.
const ASKED_AGAIN = 5

/**
 * Asks the banks about every row that nobody asked about yet, then compares the rows with the record of the business. If a bank does not
 * answer, throws, so that the driver asks again later. After some failures of the batch, a missing answer is stored as such.
 */
export async function checkBatch(
  { pool, clock, names }: CheckDeps,
  { id, mode, failureCount }: Readonly<{ id: string; mode: Mode; failureCount: number }>,
): Promise<void> {
  for (;;) {
    const rows = await findUncheckedRows(pool, id, GROUP)
    if (rows.length === 0) break
    const asked = await askBanks(names, mode, rows)
    const checks = failureCount < ASKED_AGAIN ? asked.filter(isAnswered) : asked
    await noteChecks(pool, id, { checks, problems: checks.flatMap(problemsOf), at: clock.now() })
    if (checks.length < asked.length)
      throw new Error(
        `banks did not answer about ${asked.length - checks.length} of ${asked.length} accounts`,
      )
  }
  const at = clock.now()
  await finishCheck(pool, id, await compareWithRecord(pool, id, at), at)
}

async function askBanks(
  names: NameEnquiry,
  mode: Mode,
  rows: readonly UncheckedRow[],
): Promise<readonly RowCheck[]> {
  const waiting = rows.values()
  const checks: RowCheck[] = []
  const asker = async (): Promise<void> => {
    for (const row of waiting) checks.push(await checkRow(names, mode, row))
  }
  await Promise.all(Array.from({ length: ENQUIRIES_AT_ONCE }, asker))
  return checks
}

async function checkRow(
  names: NameEnquiry,
  mode: Mode,
  { number, bankCode, accountNumber, accountName }: UncheckedRow,
): Promise<RowCheck> {
  if (bankCode === null || !/^[0-9]{10}$/.test(accountNumber))
    return { number, outcome: null, accountName: null }
  const answer = await askWithin(names, { bankCode, accountNumber, mode }, NAME_TIMEOUT_MS)
  if (answer === undefined) return { number, outcome: 'no_answer', accountName: null }
  if (answer.outcome === 'not_found') return { number, outcome: 'not_found', accountName: null }
  const outcome = accountName === null ? 'found' : compareNames(accountName, answer.accountName)
  return { number, outcome, accountName: answer.accountName }
}

function isAnswered({ outcome }: RowCheck): boolean {
  return outcome !== 'no_answer'
}

function problemsOf({ number, outcome }: RowCheck): readonly NumberedProblem[] {
  if (outcome === 'not_found')
    return [
      {
        number,
        code: 'account_unknown',
        field: 'account_number',
        message: 'The bank has no account with this number. Check the number and the bank.',
      },
    ]
  if (outcome === 'different')
    return [
      {
        number,
        code: 'beneficiary_name_mismatch',
        field: 'account_name',
        message:
          'The bank has another name for this account. Check account_number, bank_name and account_name.',
      },
    ]
  return []
}

/** Finds what the record of the business says against rows: a reference or a payment that exists, or too little to pay the row with. */
async function compareWithRecord(pool: Pool, id: string, at: Date): Promise<NumberedProblem[]> {
  const { rows, duplicates, means } = await readRecord(pool, id, at)
  const { availableMinor, dailyRoomMinor } = means
  const duplicateOf = new Map(duplicates.map((one) => [one.number, one]))
  let sumMinor = 0n
  return rows.flatMap(({ number, amountMinor, takenBy }): NumberedProblem[] => {
    if (takenBy !== null) return [taken(number, takenBy)]
    const duplicate = duplicateOf.get(number)
    if (duplicate !== undefined) return [duplicated(duplicate)]
    sumMinor += amountMinor
    return [
      ...(sumMinor > availableMinor ? [short(number)] : []),
      ...(dailyRoomMinor !== null && sumMinor > dailyRoomMinor ? [overLimit(number)] : []),
    ]
  })
}

function taken(number: number, transactionId: string): NumberedProblem {
  const message = `This reference belongs to ${formatId('transaction', transactionId)}. Use a new one.`
  return { number, code: 'reference_conflict', field: 'reference', message }
}

function duplicated(duplicate: Duplicate): NumberedProblem {
  const message = `${firstOf(duplicate)} pays the same amount to the same account. If you mean to pay it again, give this row a reference of its own.`
  return { number: duplicate.number, code: 'possible_duplicate', field: 'reference', message }
}

function firstOf({ firstNumber, firstSell, firstBatch }: Duplicate): string {
  if (firstNumber !== null) return `Row ${firstNumber}`
  if (firstSell !== null) return formatId('transaction', firstSell)
  return firstBatch === null ? 'Another payment' : `A row of ${formatId('batch', firstBatch)}`
}

function short(number: number): NumberedProblem {
  const message = 'The balance does not cover this row after the rows before it.'
  return { number, code: 'insufficient_balance', field: 'amount', message }
}

function overLimit(number: number): NumberedProblem {
  const message = 'This row and the rows before it exceed the daily limit of the business.'
  return { number, code: 'daily_limit', field: 'amount', message }
}
