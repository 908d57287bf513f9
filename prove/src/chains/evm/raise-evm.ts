import { join } from 'node:path'
import { seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import { startAnvil } from '@afara/stack/chains/evm/anvil-chain.ts'
import { readTokens } from '@afara/stack/chains/evm/deploy-token.ts'
import { fundLanes } from '@afara/stack/chains/evm/fund-lanes.ts'
import type { SimulatedNetwork } from '@afara/stack/chains/simulated-networks.ts'
import { noStandIns, type StandIns } from '@afara/stack/chains/stand-in-wallets.ts'
import type { OnSpawn } from '@afara/stack/processes/child-process.ts'
import type { ChainWitness } from '../chain-witness.ts'
import { startFaultyNode } from '../faulty-node.ts'
import { evmNodeFaults } from './node-faults.ts'
import { openPurse } from './open-purse.ts'
import { readTransfers } from './read-transfers.ts'
import { undoBlocks } from './undo-blocks.ts'

/** Starts an EVM chain with a block every second. After `beginTrouble`, the trouble makes the blocks and undoes some. */
export async function raiseEvm(
  simulated: SimulatedNetwork,
  { wallets = noStandIns, ...at }: Readonly<{ directory: string; onSpawn: OnSpawn; wallets?: StandIns }>,
): Promise<ChainWitness> {
  const { name: network, chainId, decimals } = simulated
  const chain = await startAnvil({
    ...at,
    directory: join(at.directory, 'chains'),
    chainId,
    blockTimeSeconds: 1,
  })
  const { url } = chain
  const unit = 10n ** BigInt(decimals - 2)
  return {
    network,
    url,
    unit,
    lanes: seedLanes
      .filter((lane) => lane.network === network)
      .map(({ address }) => wallets.spell(address).toLowerCase()),
    fund: async (ownerUrl) => fundLanes(ownerUrl, simulated, url, wallets),
    drawWallet: (random) => `0x${random.bytes(20).toString('hex')}`,
    openWallets: async () => {},
    senderWallet: '0x52908400098527886E0F7030069857D2E4169EE7',
    placeOf: ({ address }) => address.toLowerCase(),
    transfers: async () => (await readTransfers(url)).map((moved) => ({ ...moved, network, unit })),
    holding: async (address) => readTokens(url, address),
    openPurse: async () => openPurse(url, chainId),
    startNode: async (random) => startFaultyNode(url, random, evmNodeFaults),
    beginTrouble: async (random, everyMs) => undoBlocks(url, random, everyMs),
    stop: chain.stop,
  }
}
