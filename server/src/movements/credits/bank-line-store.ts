import { newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { storableJson } from '../../kernel/postgres/storable-json.ts'
import { isAccountNumber } from '../../records/banks/nuban.ts'
import { nameWords } from '../../records/names/name-words.ts'
import { type BankLine, isNumberReference, type UnreadableLine } from '../feeds/bank-line.ts'

/** `new`: no source had reported the line. `known`: this source or another had reported it. `aside`: an operator must check the reading. */
export type LineOutcome = Readonly<{
  externalId: string
  outcome: 'new' | 'known' | 'aside'
  /** Absent when the reading was quarantined and contradicts no existing line. */
  lineId: string | undefined
}>

/** Readings of one source about one of our accounts. */
type Readings = Readonly<{
  accountId: string
  source: string
  lines: readonly BankLine[]
  unreadable: readonly UnreadableLine[]
  /** New cursor of the source; undefined leaves the cursor unchanged. */
  cursor: string | undefined
  at: Date
}>

/**
 * Records each reading as one line, however often and in any order it is reported. The line, its ledger entry and the cursor are written in
 * one commit, or in the caller's. Idempotent and safe to run concurrently: an account has one recorder at a time. A reading that
 * contradicts the database is quarantined and does not delay the others. Outcomes are not in the order of the readings.
 */
export async function recordLines(sql: Sql, readings: Readings): Promise<LineOutcome[]> {
  const items = [...readings.lines.map(toItem), ...readings.unreadable.map(toUnreadableItem)]
  if (items.length === 0 && readings.cursor === undefined) return []
  const { rows } = await sql.query<OutcomeRow>({
    name: 'record_lines',
    text: 'select external_id, outcome, line_id from record_lines($1, $2, $3, $4, $5)',
    values: [readings.accountId, readings.source, storableJson(items), readings.cursor, readings.at],
  })
  return rows.map(toOutcome)
}

/** Records the lines with which a bank answered some hints, and deletes these hints, in one commit. */
export async function recordHintedLines(
  sql: Sql,
  { accountId, source, lines, at }: Pick<Readings, 'accountId' | 'source' | 'lines' | 'at'>,
  hints: Readonly<{ mode: Mode; vendor: string; keys: readonly string[] }>,
): Promise<LineOutcome[]> {
  const { rows } = await sql.query<OutcomeRow>({
    name: 'record_hinted_lines',
    text: 'select external_id, outcome, line_id from record_hinted_lines($1, $2, $3, $4, $5, $6, $7)',
    values: [accountId, source, storableJson(lines.map(toItem)), hints.mode, hints.vendor, hints.keys, at],
  })
  return rows.map(toOutcome)
}

/**
 * Records a page of a statement that an operator imports. The same commit blocks what the page adds, under one case per file, until another
 * operator confirms it.
 */
export async function recordStatementLines(
  sql: Sql,
  readings: Pick<Readings, 'accountId' | 'lines' | 'unreadable' | 'at'> &
    Readonly<{ operatorId: string; facts: Readonly<Record<string, unknown> & { subject: string }> }>,
): Promise<LineOutcome[]> {
  const items = [...readings.lines.map(toItem), ...readings.unreadable.map(toUnreadableItem)]
  const { accountId, operatorId, facts, at } = readings
  const { rows } = await sql.query<OutcomeRow>(
    'select external_id, outcome, line_id from record_statement($1, $2, $3, $4, $5, $6)',
    [operatorId, newId(), accountId, storableJson(items), facts, at],
  )
  return rows.map(toOutcome)
}

type OutcomeRow = Readonly<{ external_id: string; outcome: LineOutcome['outcome']; line_id: string | null }>

function toOutcome({ external_id: externalId, outcome, line_id: lineId }: OutcomeRow): LineOutcome {
  return { externalId, outcome, lineId: lineId ?? undefined }
}

function toItem(line: BankLine) {
  const problem = lineProblem(line)
  if (problem !== undefined) {
    return toUnreadableItem({ externalId: line.externalId, reason: problem, raw: line.raw })
  }
  return {
    id: newId(),
    external_id: line.externalId,
    account_number: line.accountNumber,
    ...(line.paidTo !== undefined && { paid_to: line.paidTo }),
    ...(line.paidFor !== undefined && { paid_for: line.paidFor }),
    direction: line.direction,
    kind: line.kind,
    gross_minor: line.grossMinor.toString(),
    settled_minor: line.settledMinor.toString(),
    booked_at: line.bookedAt,
    value_date: line.valueDate,
    session_id: filled(line.sessionId),
    payer_account_number: filled(line.payer.accountNumber),
    payer_account_mask: filled(line.payer.accountMask),
    payer_name: filled(line.payer.name),
    payer_words: nameWords(line.payer.name ?? ''),
    payer_bank_code: filled(line.payer.bankCode),
    payer_bank_name: filled(line.payer.bankName),
    narration: line.narration,
    undoes_external_id: filled(line.undoesExternalId),
    raw: line.raw ?? null,
  }
}

function toUnreadableItem({ externalId, reason, raw }: UnreadableLine) {
  return { external_id: externalId, unreadable: reason, raw: raw ?? null }
}

/** A blank text counts as absent. */
function filled(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** Returns why a line cannot be recorded; undefined if it can. This is the last check: the reader of the line should have refused it. */
function lineProblem(line: BankLine): string | undefined {
  if (line.grossMinor <= 0n) return 'the amount is not positive'
  if (line.settledMinor < 0n || line.settledMinor > line.grossMinor) {
    return 'the settled amount is negative or above the amount'
  }
  if (Number.isNaN(line.bookedAt.getTime())) return 'the time is not valid'
  if (!isDay(line.valueDate)) return 'the value date is not valid'
  if (line.paidTo !== undefined && !isAccountNumber(line.paidTo))
    return 'the paid number does not have ten digits'
  if (line.paidFor !== undefined && !isNumberReference(line.paidFor))
    return 'the reference of the paid number is not one of ours'
  const { accountNumber, accountMask } = line.payer
  if (accountNumber !== undefined && accountNumber.trim() !== '' && !isAccountNumber(accountNumber)) {
    return "the payer's account number does not have ten digits"
  }
  if (accountMask !== undefined && accountMask.trim() !== '' && !/^[0-9*]{10}$/.test(accountMask)) {
    return "the mask of the payer's account number does not have ten places"
  }
  return undefined
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
