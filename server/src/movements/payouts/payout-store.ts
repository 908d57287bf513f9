import type { Sql } from '../../kernel/postgres/pool.ts'
import type { HeldAccount } from './payout-account-store.ts'
import type { PayoutLines, PayoutReading, SendAnswer, SendOrder } from './payout-rail.ts'

/** Meaning of a refusal by the payer: retry later, never retry, or ask an operator. */
export type RefusalWeight = 'not_now' | 'never' | 'doubtful'

/** The first commit: creates the rights and references and reserves the money of up to `most` due orders. Returns how many. */
export async function openPayouts(
  sql: Sql,
  { account, fence }: HeldAccount,
  most: number,
  at: Date,
): Promise<number> {
  const { rows } = await sql.query<{ opened: number }>('select open_payouts($1, $2, $3, $4) as opened', [
    account.id,
    fence,
    most,
    at,
  ])
  return rows[0]?.opened ?? 0
}

/** The second commit, the last before the payer is called. Returns the orders that may be sent now. */
export async function beginSending(
  sql: Sql,
  { account, fence }: HeldAccount,
  wanted: Readonly<{ most: number; againMs: number; repeatMs: number; at: Date }>,
): Promise<SendOrder[]> {
  const { rows } = await sql.query<{ payout_id: string; kind: SendOrder['kind'] }>(
    'select payout_id, kind from begin_sending($1, $2, $3, $4, $5, $6)',
    [account.id, fence, wanted.most, wanted.againMs, wanted.repeatMs, wanted.at],
  )
  return rows.map(({ payout_id, kind }) => ({ payoutId: payout_id, kind }))
}

/** The third commit: records the payer's answers. */
export async function noteAnswers(
  sql: Sql,
  { account, fence }: HeldAccount,
  answers: readonly SendAnswer[],
  weigh: (code: string) => RefusalWeight,
  at: Date,
): Promise<void> {
  const rows = answers.map((answer) => ({
    payout_id: answer.payoutId,
    kind: answer.outcome,
    ...(answer.outcome === 'accepted'
      ? { vendor_id: answer.vendorId, session_id: answer.sessionId }
      : answer.outcome === 'unknown'
        ? { code: answer.code ?? answer.why }
        : answer.outcome === 'exists'
          ? {}
          : {
              code: answer.code,
              message: answer.message,
              weight: answer.outcome === 'refused' ? weigh(answer.code) : undefined,
              raw: { message: answer.message },
            }),
  }))
  await sql.query('select note_answers($1, $2, $3, $4)', [account.id, fence, JSON.stringify(rows), at])
}

/** Returns the payouts that must be requeried now. */
export async function listPayoutsOut(sql: Sql, accountId: string, most: number, at: Date): Promise<string[]> {
  const { rows } = await sql.query<{ payout_id: string }>(
    'select payout_id from list_payouts_out($1, $2, $3)',
    [accountId, most, at],
  )
  return rows.map(({ payout_id }) => payout_id)
}

/** The fourth commit: records the bank's answers about references. Returns how many payouts ended. */
export async function noteReadings(
  sql: Sql,
  { account, fence }: HeldAccount,
  readings: readonly PayoutReading[],
  { spacedMs, overdueMs, at }: Readonly<{ spacedMs: number; overdueMs: number; at: Date }>,
): Promise<number> {
  const rows = readings.map((reading) => ({
    payout_id: reading.payoutId,
    kind: reading.kind,
    code: reading.code,
    ...('amountMinor' in reading
      ? {
          amount_minor: reading.amountMinor?.toString(),
          account_number: reading.accountNumber,
          bank_code: reading.bankCode,
          session_id: reading.sessionId,
          vendor_id: reading.vendorId,
          fee_minor: reading.feeMinor?.toString(),
        }
      : {}),
  }))
  const result = await sql.query<{ ended: number }>('select note_readings($1, $2, $3, $4, $5, $6) as ended', [
    account.id,
    fence,
    JSON.stringify(rows),
    spacedMs,
    overdueMs,
    at,
  ])
  return result.rows[0]?.ended ?? 0
}

/** Records new lines of the vendor's own ledger. `readAt` is when the vendor was asked. Returns how many were new. */
export async function recordPayoutLines(
  sql: Sql,
  { account, fence }: HeldAccount,
  { lines, cursor, isWhole }: PayoutLines,
  { readAt, at }: Readonly<{ readAt: Date; at: Date }>,
): Promise<number> {
  const rows = lines.map((line) => ({
    external_id: line.externalId,
    at: line.at,
    direction: line.direction,
    amount_minor: line.amountMinor.toString(),
    reference: line.reference,
    kind: line.kind,
  }))
  const result = await sql.query<{ fresh: number }>(
    'select record_payout_lines($1, $2, $3, $4, $5, $6, $7) as fresh',
    [account.id, fence, JSON.stringify(rows), cursor, isWhole, readAt, at],
  )
  return result.rows[0]?.fresh ?? 0
}

/** Makes these payouts due for a requery at once. Nothing else in a notification is believed. */
export async function wakePayouts(sql: Sql, references: readonly string[]): Promise<void> {
  if (references.length > 0) await sql.query('select wake_payouts($1)', [references])
}
