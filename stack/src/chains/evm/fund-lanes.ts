import { askChain } from '../../http/ask-chain.ts'
import { readBookedLanes, readBookedSweeper, withBookedDeposits } from '../books.ts'
import { type SimulatedNetwork, SWEEPER_ADDRESS, TREASURY_ADDRESS } from '../simulated-networks.ts'
import { noStandIns, type StandIns } from '../stand-in-wallets.ts'
import { deployFactory, deployToken, mintTokens, readTokens } from './deploy-token.ts'

type Block = Readonly<{ number: string; hash: string }>

/**
 * Makes a chain in memory match the ledger: deploys the token and the deposit factory, gives each lane its float, gas and next lock, and
 * each deposit address its tokens. So a stack whose chains ended continues from its database. Pending transfers are sent again.
 * `databaseUrl` connects as the owner.
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
    if (missing < 0n)
      throw new Error(
        `${lane.address} on ${url} holds more than its balance in the ledger: start a new chain`,
      )
    if (missing > 0n) await mintTokens(url, lane.address, missing)
    await askChain(url, 'anvil_setBalance', lane.address, hex(lane.gasUnits))
    await askChain(url, 'anvil_setNonce', lane.address, hex(lane.locksOut[0] ?? lane.nextLock))
  }
  await fundSweeper(databaseUrl, network, { url, sweeper: spell(SWEEPER_ADDRESS) })
  await refillDeposits(databaseUrl, network, url)
}

/** Gives the sweeper its gas according to the ledger, and the nonce of the first pending sweep. */
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
 * If the deposits in the database came from a chain that no longer exists, gives each deposit address its recorded tokens and moves the
 * watcher's cursor past them. Deposits that were not recorded before the chain ended are lost. `databaseUrl` connects as the owner.
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
    // The watcher reads the last blocks before the cursor again, and must not see these mints.
    await askChain(url, 'anvil_mine', '0x40')
    const latest = await askChain<Block>(url, 'eth_getBlockByNumber', 'latest', false)
    await moveCursor({ block: BigInt(latest.number), hash: latest.hash })
  })
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}
