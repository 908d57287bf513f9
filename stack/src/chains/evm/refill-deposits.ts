import { askChain } from '../../http/ask-chain.ts'
import { withBookedDeposits } from '../booked-deposits.ts'
import type { SimulatedNetwork } from '../simulated-networks.ts'
import { mintTokens, readTokens } from './deploy-token.ts'

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
  await withBookedDeposits(databaseUrl, name, async ({ cursor, held, moveCursor }) => {
    if (cursor === undefined) return
    const height = `0x${cursor.block.toString(16)}`
    const standing = await askChain<Block | null>(url, 'eth_getBlockByNumber', height, false)
    if (standing?.hash === cursor.hash) return
    for (const { address, units } of await held()) {
      const missing = units - (await readTokens(url, address))
      if (missing > 0n) await mintTokens(url, address, missing)
    }
    // The last blocks before the cursor are read again, and what was minted here is no news.
    await askChain(url, 'anvil_mine', '0x40')
    const latest = await askChain<Block>(url, 'eth_getBlockByNumber', 'latest', false)
    await moveCursor({ block: BigInt(latest.number), hash: latest.hash })
  })
}
