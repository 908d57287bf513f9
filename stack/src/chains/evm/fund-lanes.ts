import { askChain } from '../../http/ask-chain.ts'
import { readBookedLanes, readBookedSweeper } from '../booked-lanes.ts'
import { type SimulatedNetwork, SWEEPER_ADDRESS, TREASURY_ADDRESS } from '../simulated-networks.ts'
import { noStandIns, type StandIns } from '../stand-in-wallets.ts'
import { deployFactory, deployToken, mintTokens, readTokens } from './deploy-token.ts'
import { refillDeposits } from './refill-deposits.ts'

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
    if (missing < 0n) throw new Error(`${lane.address} holds more on ${url} than the books say`)
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

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}
