import { Client } from 'pg'

export type BookedDeposit = Readonly<{ address: string; units: bigint }>
type Mark = Readonly<{ block: bigint; hash: string }>

/** What the record says of one network's deposits, and the place up to which they were read. */
export type BookedDeposits = Readonly<{
  cursor: Mark | undefined
  /** What each address still holds. */
  held(): Promise<readonly BookedDeposit[]>
  /** What came to an account that many sells share, and was for none of them. */
  heldAside(): Promise<bigint>
  /** Where addresses have to be opened: those that were, and hold nothing, are to be opened again. */
  forgetOpened(): Promise<void>
  /** Has the watcher go on from there, on another chain than before. */
  moveCursor(to: Mark): Promise<void>
}>

const HELD = `
  select m.address, sum(m.units)::text as units from (
    select address, units from deposit where mode = 'test' and network = $1
    union all
    select address, -units from deposit_sweep where mode = 'test' and network = $1) m
  group by m.address having sum(m.units) > 0`

/** `databaseUrl` is the owner's. */
export async function withBookedDeposits(
  databaseUrl: string,
  network: string,
  work: (deposits: BookedDeposits) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
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
      heldAside: async () => {
        const found = await client.query<{ units: string }>(
          `select coalesce(sum(units), 0)::text as units from deposit_aside where mode = 'test' and network = $1`,
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
  } finally {
    await client.end()
  }
}
