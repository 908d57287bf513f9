import type { Sql } from '../../kernel/postgres/pool.ts'
import type { AttemptKind, Doubt, Terms } from './chain.ts'
import type { HeldLane } from './lane-store.ts'

/** A lock with reserved money that has no signed bytes yet. */
export type ReservedTransfer = Readonly<{
  transferId: string
  transactionId: string
  lock: bigint
  to: string
  tokensMinor: bigint
  /** Why it must not be sent now. */
  frozen?: string | undefined
}>

export type StoredAttempt = Readonly<{ kind: AttemptKind; hash: string; terms: Terms; signedAt: Date }>

/** A signed transfer that has not ended, with every attempt for its lock, oldest first. */
export type SignedTransfer = ReservedTransfer &
  Readonly<{
    /** When its bytes were last permitted to be sent. */
    sentAt: Date | undefined
    /** In conflict: according to the chain, an unknown transaction used its lock. */
    isDoubtful: boolean
    attempts: readonly StoredAttempt[]
  }>

export type SignedBytes = Readonly<{
  transferId: string
  kind: AttemptKind
  raw: Uint8Array
  hash: string
  terms: Terms
}>

export type TransferEnd = Readonly<{
  transferId: string
  state: 'final_ok' | 'final_failed' | 'final_void' | 'conflict'
  hash?: string
  evidence: Readonly<Record<string, string>>
  gasUnits?: bigint
}>

type Row = {
  transfer_id: string
  transaction_id: string
  lock: string
  address: string
  tokens_minor: string
  frozen?: string | null
}

/** A row of list_out, with its time as PostgreSQL sends it: as a time, or in JSON as a text. */
export type SignedRow<Time extends Date | string> = Row & {
  sent_at: Time | null
  is_doubtful: boolean
  attempts: AttemptRow[]
}

type AttemptRow = { kind: AttemptKind; hash: string; fees: Terms; signed_at: string }

/** The first commit: creates the rights and locks and reserves the money of up to `most` due deliveries. */
export async function openTransfers(
  sql: Sql,
  { lane, fence }: HeldLane,
  most: number,
  at: Date,
): Promise<ReservedTransfer[]> {
  const { rows } = await sql.query<Row>({
    name: 'open_transfers',
    text: 'select * from open_transfers($1, $2, $3, $4)',
    values: [lane.id, fence, most, at],
  })
  return rows.map(toReserved)
}

/** Returns transfers that were opened and never signed, because the process ended in between or the signer was unavailable. */
export async function listUnsigned(sql: Sql, laneId: string): Promise<ReservedTransfer[]> {
  const { rows } = await sql.query<Row>('select * from list_unsigned($1)', [laneId])
  return rows.map(toReserved)
}

/** The second commit: stores the bytes before they are sent. Returns the transfers that may be sent now. */
export async function storeSigned(
  sql: Sql,
  { lane, fence }: HeldLane,
  signed: readonly SignedBytes[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const rows = signed.map(({ transferId, kind, raw, hash, terms }) => ({
    transfer_id: transferId,
    kind,
    raw: Buffer.from(raw).toString('hex'),
    hash,
    fees: terms,
  }))
  const stored = await sql.query<{ transfer_id: string; may_send: boolean }>({
    name: 'store_signed',
    text: 'select transfer_id, may_send from store_signed($1, $2, $3, $4)',
    values: [lane.id, fence, JSON.stringify(rows), at],
  })
  return new Set(stored.rows.filter((row) => row.may_send).map((row) => row.transfer_id))
}

/** Returns the stored bytes of these transfers that may be sent, first or again. Runs in the last commit before they are sent. */
export async function permitSending(
  sql: Sql,
  { lane, fence }: HeldLane,
  transferIds: readonly string[],
  at: Date,
): Promise<Uint8Array[]> {
  const { rows } = await sql.query<{ raw: Buffer }>('select raw from permit_sending($1, $2, $3, $4)', [
    lane.id,
    fence,
    transferIds,
    at,
  ])
  return rows.map(({ raw }) => raw)
}

export async function listOut(sql: Sql, laneId: string, most: number): Promise<SignedTransfer[]> {
  const { rows } = await sql.query<SignedRow<Date>>({
    name: 'list_out',
    text: 'select * from list_out($1, $2)',
    values: [laneId, most],
  })
  return rows.map(toSigned)
}

/**
 * Returns transfers that a freeze of their business or of a bank account stops, and that were last permitted to be sent before
 * `wanted.before`. Their locks block all later ones.
 */
export async function listFrozen(
  sql: Sql,
  laneId: string,
  wanted: Readonly<{ fromLock: bigint; before: Date; most: number }>,
): Promise<Array<Readonly<{ transferId: string; lock: bigint; attempts: readonly StoredAttempt[] }>>> {
  const { rows } = await sql.query<{ transfer_id: string; lock: string; attempts: AttemptRow[] }>({
    name: 'list_frozen',
    text: 'select * from list_frozen($1, $2, $3, $4)',
    values: [laneId, wanted.fromLock.toString(), wanted.before, wanted.most],
  })
  return rows.map((row) => ({
    transferId: row.transfer_id,
    lock: BigInt(row.lock),
    attempts: row.attempts.map(toAttempt),
  }))
}

/** Records that the signer refused to sign a payment, and opens a case. */
export async function noteRefusal(
  sql: Sql,
  { lane, fence }: HeldLane,
  refused: Readonly<{ transferId: string; code: string; message: string; at: Date }>,
): Promise<void> {
  await sql.query('select note_refusal($1, $2, $3, $4, $5, $6)', [
    lane.id,
    fence,
    refused.transferId,
    refused.code,
    refused.message,
    refused.at,
  ])
}

/** Records why the signer signs nothing in the lane for now, so that operators see it. Undefined clears the reason. */
export async function noteNotNow(
  sql: Sql,
  { lane, fence }: HeldLane,
  because: string | undefined,
  at: Date,
): Promise<void> {
  await sql.query('select note_not_now($1, $2, $3, $4)', [lane.id, fence, because, at])
}

/** Records the answers of two nodes that disagree, and notifies operators. */
export async function noteDoubts(
  sql: Sql,
  { lane, fence }: HeldLane,
  doubts: ReadonlyArray<Readonly<{ transferId: string; doubt: Doubt }>>,
  at: Date,
): Promise<void> {
  const rows = doubts.map(({ transferId, doubt }) => ({ transfer_id: transferId, doubt }))
  await sql.query('select note_doubts($1, $2, $3, $4)', [lane.id, fence, JSON.stringify(rows), at])
}

/** The third commit: records finalised results in the ledger and on the transactions. */
export async function finishTransfers(
  sql: Sql,
  { lane, fence }: HeldLane,
  ends: readonly TransferEnd[],
  at: Date,
): Promise<number> {
  const rows = ends.map(({ transferId, state, hash, evidence, gasUnits }) => ({
    transfer_id: transferId,
    state,
    hash,
    evidence,
    gas_units: gasUnits?.toString(),
  }))
  const { rows: done } = await sql.query<{ ended: number }>({
    name: 'finish_transfers',
    text: 'select finish_transfers($1, $2, $3, $4) as ended',
    values: [lane.id, fence, JSON.stringify(rows), at],
  })
  return done[0]?.ended ?? 0
}

function toReserved(row: Row): ReservedTransfer {
  return {
    transferId: row.transfer_id,
    transactionId: row.transaction_id,
    lock: BigInt(row.lock),
    to: row.address,
    tokensMinor: BigInt(row.tokens_minor),
    frozen: row.frozen ?? undefined,
  }
}

export function toSigned(row: SignedRow<Date | string>): SignedTransfer {
  return {
    ...toReserved(row),
    sentAt: row.sent_at === null ? undefined : new Date(row.sent_at),
    isDoubtful: row.is_doubtful,
    attempts: row.attempts.map(toAttempt),
  }
}

function toAttempt({ kind, hash, fees, signed_at }: AttemptRow): StoredAttempt {
  return { kind, hash, terms: fees, signedAt: new Date(signed_at) }
}
