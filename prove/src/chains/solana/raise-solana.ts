import { join } from 'node:path'
import { simulatedSolana } from '@afara/stack/chains/simulated-networks.ts'
import { fundSolana } from '@afara/stack/chains/solana/fund-solana.ts'
import { startSolana } from '@afara/stack/chains/solana/solana-chain.ts'
import { noStandIns, type StandIns } from '@afara/stack/chains/stand-in-wallets.ts'
import type { OnSpawn } from '@afara/stack/processes/child-process.ts'
import { getAddressDecoder } from '@solana/kit'
import { Keypair } from '@stellar/stellar-sdk'
import type { ChainWitness } from '../chain-witness.ts'
import { startFaultyNode } from '../faulty-node.ts'
import { haltClock } from './halt-clock.ts'
import { solanaNodeFaults } from './node-faults.ts'
import { openPurse } from './open-purse.ts'
import { readHolding } from './read-holding.ts'
import { readTransfers } from './read-transfers.ts'
import { tokenAccountOf } from './token-account.ts'

// A transaction is final after thirty slots and expires after a hundred and fifty.
const SLOT_MS = 100
const CALLS_TO_A_LOOK = 5
const STALE_AFTER_MS = 170 * SLOT_MS

const { mint, decimals, lane } = simulatedSolana

export async function raiseSolana({
  wallets = noStandIns,
  ...at
}: Readonly<{ directory: string; onSpawn: OnSpawn; wallets?: StandIns }>): Promise<ChainWitness> {
  const chain = await startSolana({
    ...at,
    directory: join(at.directory, 'chains'),
    slotMs: SLOT_MS,
    // A full node processes only four of our payments a second, and the others expire.
    engine: 'litesvm',
  })
  const { url } = chain
  const unit = 10n ** BigInt(decimals - 2)
  const transfers = readTransfers(url, mint)
  return {
    network: 'Solana',
    url,
    unit,
    lanes: [wallets.spell(lane)],
    fund: async (ownerUrl) => fundSolana(ownerUrl, url, wallets),
    // Every wallet address is a point on the curve.
    drawWallet: (random) =>
      getAddressDecoder().decode(Keypair.fromRawEd25519Seed(random.bytes(32)).rawPublicKey()),
    openWallets: async () => {},
    senderWallet: '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
    placeOf: ({ address }) => address,
    transfers: async () =>
      (await transfers()).map((moved) => ({ ...moved, network: 'Solana' as const, unit })),
    holding: async (address) => readHolding(url, await tokenAccountOf(address, mint)),
    openPurse: async () => openPurse(url, mint, decimals),
    startNode: async (random) =>
      startFaultyNode(url, random, solanaNodeFaults(STALE_AFTER_MS), CALLS_TO_A_LOOK),
    beginTrouble: async (random, everyMs) => haltClock(url, random, everyMs),
    stop: chain.stop,
  }
}
