import type { Sql } from '../../kernel/postgres/pool.ts'
import type { SellNames } from '../deposits/deposit-address.ts'
import type { Terms } from '../transfers/chain.ts'
import type { Place } from './sweep-store.ts'

/** A deposit address that needs an account, or whose account is no longer needed, with its sell. */
export type AccountOfSell = Readonly<{ address: string; sell: SellNames }>

type Claim = Readonly<{ most: number; again: Date; at: Date }>

/** Claims accounts that must be opened now. No worker can claim them again before `again`. */
export async function claimWantedAccounts(sql: Sql, place: Place, claim: Claim) {
  return claimAccounts(sql, 'select * from claim_wanted_accounts($1, $2, $3, $4, $5)', place, claim)
}

/** Claims accounts that hold nothing according to the database and that are no longer expected to receive tokens. */
export async function claimSpareAccounts(sql: Sql, place: Place, claim: Claim) {
  return claimAccounts(sql, 'select * from claim_spare_accounts($1, $2, $3, $4, $5)', place, claim)
}

async function claimAccounts(
  sql: Sql,
  text: string,
  { mode, network }: Place,
  { most, again, at }: Claim,
): Promise<readonly AccountOfSell[]> {
  const { rows } = await sql.query<{
    address: string
    transaction_id: string
    business_id: string
    reference: string
  }>(text, [mode, network, most, again, at])
  return rows.map((row) => ({
    address: row.address,
    sell: { id: row.transaction_id, businessId: row.business_id, mode, reference: row.reference },
  }))
}

/** Records that these accounts are open. Whether they are still needed is checked at `spareAt`. */
export async function noteOpenAccounts(
  sql: Sql,
  { mode, network }: Place,
  addresses: readonly string[],
  spareAt: Date,
): Promise<void> {
  await sql.query('select note_open_accounts($1, $2, $3, $4)', [mode, network, addresses, spareAt])
}

/** A call that opens accounts and is not finalised. */
export type OutOpening = Readonly<{
  id: string
  nonce: bigint
  attempts: readonly [Readonly<{ hash: string; terms: Terms; raw: Uint8Array }>]
}>

/** Stores signed bytes before they are sent. */
export async function keepOpening(
  sql: Sql,
  { mode, network }: Place,
  opening: Readonly<{
    id: string
    sweeper: string
    nonce: bigint
    addresses: readonly string[]
    raw: Uint8Array
    hash: string
    terms: Terms
    at: Date
  }>,
): Promise<void> {
  await sql.query('select open_opening($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
    opening.id,
    mode,
    network,
    opening.sweeper,
    opening.nonce.toString(),
    opening.addresses,
    Buffer.from(opening.raw),
    opening.hash,
    JSON.stringify(opening.terms),
    opening.at,
  ])
}

/** Oldest first. */
export async function listOutOpenings(
  sql: Sql,
  { mode, network }: Place,
  most: number,
): Promise<readonly OutOpening[]> {
  const { rows } = await sql.query<{ id: string; nonce: string; hash: string; terms: Terms; raw: Buffer }>(
    `select id, nonce, hash, terms, raw from deposit_opening
     where network = $2 and mode = $1 and state = 'signed' order by signed_at limit $3`,
    [mode, network, most],
  )
  return rows.map(({ id, nonce, hash, terms, raw }) => ({
    id,
    nonce: BigInt(nonce),
    attempts: [{ hash, terms, raw: new Uint8Array(raw) }],
  }))
}

export async function endOpening(
  sql: Sql,
  id: string,
  end: Readonly<{
    fence: string
    state: 'final_ok' | 'final_failed' | 'void'
    gasUnits: bigint
    at: Date
  }>,
): Promise<void> {
  await sql.query('select end_opening($1, $2, $3, $4, $5)', [
    id,
    end.fence,
    end.state,
    end.gasUnits.toString(),
    end.at,
  ])
}
