import { Client } from 'pg'

type NetworkWords = Readonly<{ name: string; gasAsset: string }>

/** The contents of one of our wallets according to the ledger. */
export type BookedLane = Readonly<{
  address: string
  nextLock: bigint
  /** Assigned locks that are not known to be used. */
  locksOut: readonly bigint[]
  tokensMinor: bigint
  gasUnits: bigint
}>

type BookedSweeper = Readonly<{ nonce: bigint | undefined; gasUnits: bigint }>

type BookedDeposit = Readonly<{ address: string; units: bigint }>
type Mark = Readonly<{ block: bigint; hash: string }>

/** The deposits of one network in the database, and the position up to which they were read. */
type BookedDeposits = Readonly<{
  cursor: Mark | undefined
  /** Returns the tokens that each address still holds. */
  held(): Promise<readonly BookedDeposit[]>
  /** Returns the tokens that arrived at a shared account and belong to no sell. */
  heldInQuarantine(): Promise<bigint>
  /** Marks open addresses without tokens as closed, so that they are opened again. Only for networks whose addresses must be opened. */
  forgetOpened(): Promise<void>
  /** Makes the watcher of a new chain continue from this position. */
  moveCursor(to: Mark): Promise<void>
}>

// The tokens of a lane are its float plus the transfers that have left it only in the ledger. All lanes of a network share one gas account.
const LANES = `
  select l.address, l.next_lock::text as next_lock,
    array(select t.lock::text from transfer t where t.lane_id = l.id and t.state in ('reserved', 'signed') order by t.lock)
      as locks_out,
    (coalesce((select b.amount_minor from balance b
      where b.mode = l.mode and b.kind = 'float' and b.owner = l.network || ':' || l.number and b.asset = 'NGNC'), 0)
      + coalesce((select sum(r.tokens_minor) from transfer t join transfer_right r on r.id = t.right_id
          where t.lane_id = l.id and t.state in ('reserved', 'signed')), 0))::text as tokens_minor,
    div(account_sum(l.mode, 'gas', l.network, $2), count(*) over ())::text as gas_units
  from lane l where l.mode = 'test' and l.network = $1 order by l.number`

const SWEEPER = `
  select coalesce(min(w.nonce) filter (where w.state = 'signed'), max(w.nonce) + 1)::text as nonce,
    greatest(0, account_sum('test', 'gas', $1 || ':sweeper', $2))::text as gas_units
  from sweep w where w.mode = 'test' and w.network = $1`

const HELD = `
  select m.address, sum(m.units)::text as units from (
    select address, units from deposit where mode = 'test' and network = $1
    union all
    select address, -units from deposit_sweep where mode = 'test' and network = $1) m
  group by m.address having sum(m.units) > 0`

/** `databaseUrl` connects as the owner. */
export async function readBookedLanes(databaseUrl: string, network: NetworkWords): Promise<BookedLane[]> {
  type Row = Readonly<{
    address: string
    next_lock: string
    locks_out: string[]
    tokens_minor: string
    gas_units: string
  }>
  const rows = await readRows<Row>(databaseUrl, LANES, network)
  return rows.map((row) => ({
    address: row.address,
    nextLock: BigInt(row.next_lock),
    locksOut: row.locks_out.map(BigInt),
    tokensMinor: BigInt(row.tokens_minor),
    gasUnits: BigInt(row.gas_units),
  }))
}

/** `nonce` is the nonce of the first pending sweep, or the next nonce if no sweep is pending. */
export async function readBookedSweeper(databaseUrl: string, network: NetworkWords): Promise<BookedSweeper> {
  const [row] = await readRows<{ nonce: string | null; gas_units: string }>(databaseUrl, SWEEPER, network)
  return {
    nonce: row === undefined || row.nonce === null ? undefined : BigInt(row.nonce),
    gasUnits: BigInt(row?.gas_units ?? '0'),
  }
}

/** `databaseUrl` connects as the owner. */
export async function withBookedDeposits(
  databaseUrl: string,
  network: string,
  work: (deposits: BookedDeposits) => Promise<void>,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ block: string; block_hash: string }>(
      `select block, block_hash from chain_cursor where mode = 'test' and network = $1`,
      [network],
    )
    const [cursor] = rows
    await work({
      cursor: cursor && { block: BigInt(cursor.block), hash: cursor.block_hash },
      held: async () => {
        const found = await client.query<{ address: string; units: string }>(HELD, [network])
        return found.rows.map(({ address, units }) => ({ address, units: BigInt(units) }))
      },
      heldInQuarantine: async () => {
        const found = await client.query<{ units: string }>(
          `select coalesce(sum(units), 0)::text as units from deposit_quarantine where mode = 'test' and network = $1`,
          [network],
        )
        return BigInt(found.rows[0]?.units ?? '0')
      },
      forgetOpened: async () => {
        await client.query(
          `update deposit_account a set state = 'wanted', due_at = now()
           where a.mode = 'test' and a.network = $1 and a.state = 'open'
             and a.address not in (select h.address from (${HELD}) h)`,
          [network],
        )
      },
      moveCursor: async ({ block, hash }) => {
        await client.query(
          `update chain_cursor set block = $2, block_hash = $3, halted_because = null where mode = 'test' and network = $1`,
          [network, block.toString(), hash],
        )
      },
    })
  })
}

async function readRows<Row extends object>(
  databaseUrl: string,
  text: string,
  { name, gasAsset }: NetworkWords,
): Promise<Row[]> {
  return withClient(databaseUrl, async (client) => (await client.query<Row>(text, [name, gasAsset])).rows)
}

async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
