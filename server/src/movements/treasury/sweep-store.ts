import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { DepositSalt, SellNames } from '../deposits/deposit-address.ts'
import type { Terms } from '../transfers/chain.ts'
import type { SweepItem } from './sweep-chain.ts'

export type Place = Readonly<{ mode: Mode; network: NetworkName }>

/** A deposit address with tokens, in the chain's smallest units, and its sell. */
export type UnsweptAddress = Readonly<{ address: string; units: bigint; sell: SellNames }>

/** A sweep that was sent and is not finalised. */
export type OutSweep = Readonly<{
  id: string
  nonce: bigint
  items: readonly SweepItem[]
  /** Oldest first. */
  attempts: ReadonlyArray<Readonly<{ raw: Uint8Array; hash: string; terms: Terms; signedAt: Date }>>
}>

/** Takes the lease of the sweeper and returns its fence. Undefined while another worker holds it. */
export async function takeSweeper(
  sql: Sql,
  {
    mode,
    network,
    address,
    holder,
    leaseMs,
  }: Place & Readonly<{ address: string; holder: string; leaseMs: number }>,
): Promise<string | undefined> {
  const { rows } = await sql.query<{ fence: string | null }>(
    'select take_sweeper($1, $2, $3, $4, $5) as fence',
    [mode, network, address, holder, leaseMs],
  )
  return rows[0]?.fence ?? undefined
}

export async function releaseSweeper(sql: Sql, { mode, network }: Place, fence: string): Promise<void> {
  await sql.query('select release_sweeper($1, $2, $3)', [mode, network, fence])
}

export async function noteSweeper(
  sql: Sql,
  { mode, network }: Place,
  { fence, gasUnits, at }: Readonly<{ fence: string; gasUnits: bigint; at: Date }>,
): Promise<void> {
  await sql.query('select note_sweeper($1, $2, $3, $4, $5)', [mode, network, fence, gasUnits.toString(), at])
}

/** Returns the addresses to sweep together now. Empty while that can wait. */
export async function listUnswept(
  sql: Sql,
  { mode, network }: Place,
  { most, aboveMinor, before, at }: Readonly<{ most: number; aboveMinor: bigint; before: Date; at: Date }>,
): Promise<readonly UnsweptAddress[]> {
  const { rows } = await sql.query<{
    address: string
    units: string
    transaction_id: string
    business_id: string
    reference: string
  }>({
    name: 'list_unswept',
    text: 'select address, units::text, transaction_id, business_id, reference from list_unswept($1, $2, $3, $4, $5, $6)',
    values: [mode, network, most, aboveMinor.toString(), before, at],
  })
  return rows.map((row) => ({
    address: row.address,
    units: BigInt(row.units),
    sell: { id: row.transaction_id, businessId: row.business_id, mode, reference: row.reference },
  }))
}

export async function findOutSweep(sql: Sql, { mode, network }: Place): Promise<OutSweep | undefined> {
  const { rows } = await sql.query<{
    id: string
    nonce: string
    addresses: string[]
    salts: DepositSalt[]
    units: string[] | null
    raw: Buffer
    hash: string
    terms: Terms
    signed_at: Date
  }>(
    `select w.id, w.nonce, w.addresses, w.salts, w.units::text[], a.raw, a.hash, a.fees as terms, a.signed_at from sweep w join sweep_attempt a on a.sweep_id = w.id
     where w.network = $2 and w.mode = $1 and w.state = 'signed' order by a.number`,
    [mode, network],
  )
  const [first] = rows
  return (
    first && {
      id: first.id,
      nonce: BigInt(first.nonce),
      items: first.salts.map((salt, place) => ({
        salt,
        address: first.addresses[place] ?? '',
        units: BigInt(first.units?.[place] ?? '0'),
      })),
      attempts: rows.map(({ raw, hash, terms, signed_at: signedAt }) => ({
        raw: new Uint8Array(raw),
        hash,
        terms,
        signedAt,
      })),
    }
  )
}

export type SignedSweep = Readonly<{ raw: Uint8Array; hash: string; terms: Terms; fence: string; at: Date }>

export async function openSweep(
  sql: Sql,
  { mode, network }: Place,
  sweep: SignedSweep & Readonly<{ id: string; nonce: bigint; items: readonly SweepItem[] }>,
): Promise<void> {
  await sql.query('select open_sweep($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)', [
    sweep.id,
    mode,
    network,
    sweep.fence,
    sweep.nonce.toString(),
    sweep.items.map(({ address }) => address),
    sweep.items.map(({ salt }) => salt),
    sweep.items.map(({ units }) => units.toString()),
    Buffer.from(sweep.raw),
    sweep.hash,
    JSON.stringify(sweep.terms),
    sweep.at,
  ])
}

export async function addSweepAttempt(sql: Sql, id: string, sweep: SignedSweep): Promise<void> {
  await sql.query('select add_sweep_attempt($1, $2, $3, $4, $5, $6)', [
    id,
    sweep.fence,
    Buffer.from(sweep.raw),
    sweep.hash,
    JSON.stringify(sweep.terms),
    sweep.at,
  ])
}

/** Postpones addresses for which nothing was sent, because the call would fail or cannot be signed now. */
export async function putOffSweep(
  sql: Sql,
  { mode, network }: Place,
  put: Readonly<{ fence: string; addresses: readonly string[]; wouldFail: boolean; at: Date }>,
): Promise<void> {
  await sql.query('select put_off_sweep($1, $2, $3, $4, $5, $6)', [
    mode,
    network,
    put.fence,
    put.addresses,
    put.wouldFail,
    put.at,
  ])
}

export async function endSweep(
  sql: Sql,
  id: string,
  end: Readonly<{
    fence: string
    state: 'final_ok' | 'final_failed' | 'void'
    hash: string | null
    gasUnits: bigint
    because: string | null
    at: Date
  }>,
): Promise<void> {
  await sql.query('select end_sweep($1, $2, $3, $4, $5, $6, $7)', [
    id,
    end.fence,
    end.state,
    end.hash,
    end.gasUnits.toString(),
    end.because,
    end.at,
  ])
}
