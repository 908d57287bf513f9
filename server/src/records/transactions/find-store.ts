import { type IdKind, parseId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** What a text was found to be. */
export const foundAs = [
  'transaction',
  'credit',
  'transfer',
  'payout',
  'deposit',
  'event',
  'pay_link',
  'reference',
  'idempotency_key',
  'session',
  'hash',
  'deposit_address',
] as const

export type FoundAs = (typeof foundAs)[number]

export type OwnFind = Readonly<{ foundAs: FoundAs; transactionId: string }>

const kinds: ReadonlyArray<readonly [IdKind, FoundAs]> = [
  ['transaction', 'transaction'],
  ['credit', 'credit'],
  ['transfer', 'transfer'],
  ['payout', 'payout'],
  ['deposit', 'deposit'],
  ['event', 'event'],
  ['payLink', 'pay_link'],
]

/**
 * The transactions that a text leads to: an id of ours, a reference, a bank's or network's name for a payment, an address. `spellings` are
 * other ways to write it. Runs for one tenant, and what is another's leads nowhere.
 */
export async function findOwn(sql: Sql, text: string, spellings: readonly string[]): Promise<OwnFind[]> {
  for (const [kind, as] of kinds) {
    const id = parseId(kind, text)
    const found = id === undefined ? [] : await select(sql, as, id, [])
    if (found.length > 0) return found
  }
  // A reference may look like an id.
  return select(sql, null, null, [text, ...spellings])
}

async function select(sql: Sql, kind: FoundAs | null, id: string | null, texts: readonly string[]) {
  const { rows } = await sql.query<OwnFind>(
    'select found_as as "foundAs", transaction_id as "transactionId" from find_own($1, $2, $3)',
    [kind, id, texts],
  )
  return rows
}
