import { Client } from 'pg'
import { askChain } from './ask-chain.ts'
import { mintTokens, readTokens } from './deploy-token.ts'
import type { SimulatedNetwork } from './simulated-networks.ts'

type Block = Readonly<{ number: string; hash: string }>

/**
 * Where the record was read from a chain that is gone, gives each deposit address what the record says it holds, and has the
 * watcher go on after that. What came and was not recorded before the chain ended is lost with it. `databaseUrl` is the owner's.
 */
export async function refillDeposits(
  databaseUrl: string,
  { name }: SimulatedNetwork,
  url: string,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: cursors } = await client.query<{ block: string; block_hash: string }>(
      `select block, block_hash from chain_cursor where mode = 'test' and network = $1`,
      [name],
    )
    const [cursor] = cursors
    if (cursor === undefined) return
    const height = `0x${BigInt(cursor.block).toString(16)}`
    const standing = await askChain<Block | null>(url, 'eth_getBlockByNumber', height, false)
    if (standing?.hash === cursor.block_hash) return
    const { rows } = await client.query<{ address: string; units: string }>(
      `select m.address, sum(m.units)::text as units from (
         select address, units from deposit where mode = 'test' and network = $1
         union all
         select address, -units from deposit_sweep where mode = 'test' and network = $1) m
       group by m.address having sum(m.units) > 0`,
      [name],
    )
    for (const { address, units } of rows) {
      const missing = BigInt(units) - (await readTokens(url, address))
      if (missing > 0n) await mintTokens(url, address, missing)
    }
    // The last blocks before the cursor are read again, and what was minted here is no news.
    await askChain(url, 'anvil_mine', '0x40')
    const latest = await askChain<Block>(url, 'eth_getBlockByNumber', 'latest', false)
    await client.query(
      `update chain_cursor set block = $2, block_hash = $3, halted_because = null where mode = 'test' and network = $1`,
      [name, BigInt(latest.number).toString(), latest.hash],
    )
  } finally {
    await client.end()
  }
}
