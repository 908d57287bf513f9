import { join } from 'node:path'
import { simulatedStellar } from '@afara/stack/chains/simulated-networks.ts'
import { noStandIns, type StandIns } from '@afara/stack/chains/stand-in-wallets.ts'
import { fundStellar } from '@afara/stack/chains/stellar/fund-stellar.ts'
import { startHorizon } from '@afara/stack/chains/stellar/horizon-simulator.ts'
import type { OnSpawn } from '@afara/stack/processes/child-process.ts'
import { Keypair } from '@stellar/stellar-sdk'
import type { Random } from '../../fuzz/random.ts'
import type { ChainWitness, ToldDeposit } from '../chain-witness.ts'
import { startFaultyNode } from '../faulty-node.ts'
import { askHorizon } from './ask-horizon.ts'
import { muxed, unmuxed } from './muxed.ts'
import { stellarNodeFaults } from './node-faults.ts'
import { openPurse } from './open-purse.ts'
import { readTransfers } from './read-transfers.ts'
import { troubleLedgers } from './trouble-ledgers.ts'

type Balance = Readonly<{ asset_code?: string; asset_issuer?: string; balance: string }>

const LEDGER_MS = 400
const CALLS_TO_A_LOOK = 8
const MUXED_ONE_IN = 5
const { asset, passphrase, decimals, lane, sweeper } = simulatedStellar

export async function raiseStellar({
  wallets = noStandIns,
  ...at
}: Readonly<{ directory: string; onSpawn: OnSpawn; wallets?: StandIns }>): Promise<ChainWitness> {
  const horizon = await startHorizon({ ...at, directory: join(at.directory, 'chains'), ledgerMs: LEDGER_MS })
  const { url } = horizon
  const unit = 10n ** BigInt(decimals - 2)
  return {
    network: 'Stellar',
    url,
    unit,
    lanes: [wallets.spell(lane)],
    fund: async (ownerUrl) => fundStellar(ownerUrl, url, wallets),
    drawWallet,
    openWallets: async (addresses) => {
      for (const address of addresses) await openWallet(url, unmuxed(address).account)
    },
    senderWallet: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    placeOf,
    transfers: async () =>
      (await readTransfers(url, { asset, shared: wallets.spell(sweeper) })).map((moved) => ({
        ...moved,
        network: 'Stellar' as const,
        unit,
      })),
    holding: async (address) => readHolding(url, unmuxed(address).account),
    openPurse: async () => openPurse(url, { asset, passphrase }),
    startNode: async (random) => startFaultyNode(url, random, stellarNodeFaults(passphrase), CALLS_TO_A_LOOK),
    beginTrouble: async (random, everyMs) => troubleLedgers(url, random, everyMs),
    stop: horizon.stop,
  }
}

/** Draws a wallet. Some customers share an account and are told apart by an id. */
function drawWallet(random: Random): string {
  const account = Keypair.fromRawEd25519Seed(random.bytes(32)).publicKey()
  return random.oneIn(MUXED_ONE_IN) ? muxed(account, String(random.below(1_000_000_000))) : account
}

async function openWallet(url: string, id: string): Promise<void> {
  await askHorizon(url, 'POST', '/admin/accounts', { id, xlm: '5' })
  await askHorizon(url, 'POST', '/admin/trustlines', { account: id, asset })
}

function placeOf({ address, memo }: ToldDeposit): string {
  return memo === undefined || memo === null ? address : muxed(unmuxed(address).account, memo)
}

async function readHolding(url: string, id: string): Promise<bigint> {
  const found = await askHorizon<{ balances: readonly Balance[] }>(url, 'GET', `/accounts/${id}`)
  const line = found?.balances.find(
    ({ asset_code: code, asset_issuer: issuer }) => `${code}:${issuer}` === asset,
  )
  return BigInt((line?.balance ?? '0.0000000').replace('.', ''))
}
