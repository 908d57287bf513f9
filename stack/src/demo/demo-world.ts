import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { startAnvil } from '../chains/evm/anvil-chain.ts'
import { fundLanes } from '../chains/evm/fund-lanes.ts'
import { type BlockMaker, makeBlocks } from '../chains/evm/make-blocks.ts'
import { simulatedNetworks, TOKEN_ADDRESS } from '../chains/simulated-networks.ts'
import { type RaisedStack, raiseStack, type StackChains } from '../live/raise-stack.ts'
import { findFreePort } from '../processes/loopback-port.ts'
import { startMain } from '../processes/node-process.ts'
import { type BankDesk, openBankDesk } from '../simulators/bank-desk.ts'
import type { Outside } from './witness/read-outside.ts'

export type DemoWorld = Readonly<{
  stack: RaisedStack<StackChains>
  desk: BankDesk
  chainUrl: string
  blocks: BlockMaker
  /** Reads the books and lets operators decide. The counter has no access to it. */
  owner: Pool
  notesFile: string
  witnessUrl: string
  stop(): Promise<void>
}>

// Shorter than in production, so that a visitor sees within seconds what would take minutes.
const REPEAT_SECONDS = 6
const SETTINGS = {
  BANK_POLL_SECONDS: '1',
  BANK_LOOK_BACK_SECONDS: '3',
  PAYOUT_LINES_SECONDS: '1',
  PAYOUT_REPEAT_SECONDS: String(REPEAT_SECONDS),
  PAYOUT_SPACED_SECONDS: '2',
}
const network = simulatedNetworks.polygon

/** Starts the real processes with one chain, and beside them the independent reader of bank and chain. */
export async function raiseDemoWorld(): Promise<DemoWorld> {
  let chainUrl = ''
  const stack = await raiseStack(SETTINGS, {
    bank: { repeatAfterSeconds: REPEAT_SECONDS },
    delivery: {
      raiseChains: async ({ directory, onSpawn }) => {
        const chain = await startAnvil({
          chainId: network.chainId,
          directory: join(directory, 'chains'),
          blockTimeSeconds: 1,
          onSpawn,
        })
        chainUrl = chain.url
        return { fund: async (ownerUrl) => fundLanes(ownerUrl, network, chain.url), stop: chain.stop }
      },
      urlsOf: async () => ({ [network.name]: chainUrl }),
    },
  })
  const { bank, beside, databaseUrl } = stack
  if (bank === undefined) throw new Error('the stack was started without a bank')
  const notesFile = join(beside.directory, 'demo-notes.ndjson')
  writeFileSync(notesFile, '')
  const outside: Outside = {
    bankAdminUrl: bank.adminUrl,
    chainUrl,
    token: TOKEN_ADDRESS,
    wallets: seedLanes
      .filter((lane) => lane.network === network.name)
      .map(({ address }) => address.toLowerCase()),
    unit: String(10 ** (network.decimals - 2)),
  }
  const port = await findFreePort()
  const witness = await startMain({
    name: 'demo-witness',
    main: 'stack/src/main-demo-witness.ts',
    port,
    environment: { PATH: process.env.PATH, WITNESS: JSON.stringify({ port, notesFile, outside }) },
    logFile: join(beside.directory, 'demo-witness.log'),
    onSpawn: beside.onSpawn,
  })
  const blocks = await makeBlocks(chainUrl)
  const owner = createPool(databaseUrl('afara_owner'), { max: 3, applicationName: 'demo' })
  return {
    stack,
    desk: openBankDesk(bank.adminUrl),
    chainUrl,
    blocks,
    owner,
    notesFile,
    witnessUrl: `http://127.0.0.1:${port}`,
    stop: async () => {
      await blocks.stop()
      await owner.end()
      await witness.stop()
      await stack.stop()
    },
  }
}
