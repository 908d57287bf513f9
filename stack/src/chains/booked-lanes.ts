import { Client } from 'pg'

type NetworkWords = Readonly<{ name: string; gasAsset: string }>

/** What the books say is in a wallet of ours. */
export type BookedLane = Readonly<{
  address: string
  nextLock: bigint
  /** Given out, and not known to be used. */
  locksOut: readonly bigint[]
  tokensMinor: bigint
  gasUnits: bigint
}>

export type BookedSweeper = Readonly<{ nonce: bigint | undefined; gasUnits: bigint }>

// The float, and what has left it in the books only. The gas of a network is one account, and its lanes share it.
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

/** `databaseUrl` is the owner's. */
export async function readBookedLanes(databaseUrl: string, network: NetworkWords): Promise<BookedLane[]> {
  type Row = Readonly<{
    address: string
    next_lock: string
    locks_out: string[]
    tokens_minor: string
    gas_units: string
  }>
  const rows = await query<Row>(databaseUrl, LANES, network)
  return rows.map((row) => ({
    address: row.address,
    nextLock: BigInt(row.next_lock),
    locksOut: row.locks_out.map(BigInt),
    tokensMinor: BigInt(row.tokens_minor),
    gasUnits: BigInt(row.gas_units),
  }))
}

/** `nonce` is that of what is out, or the next. */
export async function readBookedSweeper(databaseUrl: string, network: NetworkWords): Promise<BookedSweeper> {
  const [row] = await query<{ nonce: string | null; gas_units: string }>(databaseUrl, SWEEPER, network)
  return {
    nonce: row === undefined || row.nonce === null ? undefined : BigInt(row.nonce),
    gasUnits: BigInt(row?.gas_units ?? '0'),
  }
}

async function query<Row extends object>(
  databaseUrl: string,
  text: string,
  { name, gasAsset }: NetworkWords,
): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, [name, gasAsset])).rows
  } finally {
    await client.end()
  }
}
