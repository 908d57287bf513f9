import { askChain } from '../../http/ask-chain.ts'
import { readBookedLanes, readBookedSweeper, withBookedDeposits } from '../books.ts'
import { type SimulatedNetwork, SWEEPER_ADDRESS, TREASURY_ADDRESS } from '../simulated-networks.ts'
import { noStandIns, type StandIns } from '../stand-in-wallets.ts'
import { deployFactory, deployToken, mintTokens, readTokens } from './deploy-token.ts'

type Block = Readonly<{ number: string; hash: string }>

/**
 * Makes a chain in memory what the books say it is: token and deposit factory are there, each lane holds its float, its gas
 * and its next lock, and each deposit address what came to it. So a stack whose chains ended with it goes on where its database is. What was still out is sent again.
 * `databaseUrl` is the owner's.
 */
export async function fundLanes(
  databaseUrl: string,
  network: SimulatedNetwork,
  url: string,
  { spell }: StandIns = noStandIns,
): Promise<void> {
  await deployToken(url, network.decimals)
  await deployFactory(url, spell(TREASURY_ADDRESS))
  for (const lane of await readBookedLanes(databaseUrl, network)) {
    const units = lane.tokensMinor * 10n ** BigInt(network.decimals - 2)
    const missing = units - (await readTokens(url, lane.address))
    if (missing < 0n) throw new Error(`${lane.address} holds more on ${url} than the books`)
    if (missing > 0n) await mintTokens(url, lane.address, missing)
    await askChain(url, 'anvil_setBalance', lane.address, hex(lane.gasUnits))
    await askChain(url, 'anvil_setNonce', lane.address, hex(lane.locksOut[0] ?? lane.nextLock))
  }
  await fundSweeper(databaseUrl, network, { url, sweeper: spell(SWEEPER_ADDRESS) })
  await refillDeposits(databaseUrl, network, url)
}

/** The wallet that sweeps has the gas that the books say, and the nonce of what is out. */
async function fundSweeper(
  databaseUrl: string,
  network: SimulatedNetwork,
  { url, sweeper }: Readonly<{ url: string; sweeper: string }>,
): Promise<void> {
  const { nonce, gasUnits } = await readBookedSweeper(databaseUrl, network)
  await askChain(url, 'anvil_setBalance', sweeper, hex(gasUnits))
  await askChain(url, 'anvil_setNonce', sweeper, hex(nonce ?? 0n))
}

/**
 * Where the record was read from a chain that is gone, gives each deposit address what the record says it holds, and has the
 * watcher go on after that. What came and was not recorded before the chain ended is lost with it. `databaseUrl` is the owner's.
 */
async function refillDeposits(databaseUrl: string, { name }: SimulatedNetwork, url: string): Promise<void> {
  await withBookedDeposits(databaseUrl, name, async ({ cursor, held, moveCursor }) => {
    if (cursor === undefined) return
    const standing = await askChain<Block | null>(url, 'eth_getBlockByNumber', hex(cursor.block), false)
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

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}
