import type { Sql } from '../../kernel/postgres/pool.ts'
import type { AttemptKind, LockStatus, Terms } from './chain.ts'
import type { HeldLane } from './lane-store.ts'

export type AdoptedAttempt = Readonly<{ kind: AttemptKind; raw: Uint8Array; hash: string; terms: Terms }>

/** Finalised result of a lock. */
export type LockEnd = Extract<LockStatus, { block: bigint }>

/** A lock that is missing from our rows, as the signer's journal and the chain show it. */
export type ForgottenLock = Readonly<{
  lock: bigint
  rightKey: string
  transferId: string
  rightId: string
  transactionId: string
  to: string
  tokensMinor: bigint
  credits: readonly unknown[]
  attempts: readonly AdoptedAttempt[]
  end: LockEnd | undefined
}>

export type AdoptedLock = Readonly<{
  lock: bigint
  transferId: string
  to: string
  tokensMinor: bigint
  attempts: readonly AdoptedAttempt[]
}>

type AttemptRow = { kind: AttemptKind; raw: string; hash: string; fees: Terms }

/** Stores the locks that would be adopted and replaces the previous proposal. Returns the digest. */
export async function proposeAdoption(
  sql: Sql,
  input: Readonly<{ caseId: string; laneId: string; locks: readonly ForgottenLock[]; at: Date }>,
): Promise<string> {
  const rows = input.locks.map((lock) => ({
    lock: lock.lock.toString(),
    right_key: lock.rightKey,
    transfer_id: lock.transferId,
    right_id: lock.rightId,
    transaction_id: lock.transactionId,
    address: lock.to,
    tokens_minor: lock.tokensMinor.toString(),
    attempts: lock.attempts.map(toAttemptRow),
    credits: lock.credits,
    ...(lock.end === undefined ? {} : toEndRow(lock.end)),
  }))
  const { rows: answers } = await sql.query<{ digest: string }>(
    'select propose_adoption($1, $2, $3, $4) as digest',
    [input.caseId, input.laneId, JSON.stringify(rows), input.at],
  )
  return answers[0]?.digest ?? ''
}

/** Returns adopted locks without a finalised result. */
export async function listAdopted(sql: Sql, laneId: string, most: number): Promise<AdoptedLock[]> {
  const { rows } = await sql.query<{
    lock: string
    transfer_id: string
    address: string
    tokens_minor: string
    attempts: AttemptRow[]
  }>('select * from list_adopted($1, $2)', [laneId, most])
  return rows.map((row) => ({
    lock: BigInt(row.lock),
    transferId: row.transfer_id,
    to: row.address,
    tokensMinor: BigInt(row.tokens_minor),
    attempts: row.attempts.map(toAttempt),
  }))
}

export async function keepAdoptedAttempt(
  sql: Sql,
  { lane, fence }: HeldLane,
  lock: bigint,
  attempt: AdoptedAttempt,
): Promise<void> {
  const values = [lane.id, fence, lock.toString(), JSON.stringify([toAttemptRow(attempt)])]
  await sql.query('select keep_adopted_attempt($1, $2, $3, $4)', values)
}

/** Returns the locks that may be sent now: the lane is ours and nothing that covers them is frozen. */
export async function permitAdopted(
  sql: Sql,
  { lane, fence }: HeldLane,
  locks: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql.query<{ lock: string }>('select lock from permit_adopted($1, $2, $3)', [
    lane.id,
    fence,
    locks.map(String),
  ])
  return new Set(rows.map(({ lock }) => BigInt(lock)))
}

export async function noteAdopted(
  sql: Sql,
  { lane, fence }: HeldLane,
  ends: ReadonlyArray<Readonly<{ lock: bigint; end: LockEnd }>>,
  at: Date,
): Promise<void> {
  const rows = ends.map(({ lock, end }) => {
    const { end_state: state, ...more } = toEndRow(end)
    return { lock: lock.toString(), state, ...more }
  })
  await sql.query('select note_adopted($1, $2, $3, $4)', [lane.id, fence, JSON.stringify(rows), at])
}

function toEndRow({ state, hash, block, gasUnits, evidence }: LockEnd) {
  return {
    end_state: state,
    evidence: { ...evidence, hash, block: block.toString() },
    gas_units: gasUnits.toString(),
  }
}

function toAttemptRow({ kind, raw, hash, terms }: AdoptedAttempt): AttemptRow {
  return { kind, raw: Buffer.from(raw).toString('hex'), hash, fees: terms }
}

function toAttempt({ kind, raw, hash, fees }: AttemptRow): AdoptedAttempt {
  return { kind, raw: Buffer.from(raw, 'hex'), hash, terms: fees }
}
