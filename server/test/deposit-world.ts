import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { openCursors } from '@afara/server/flows/deposits/advance-deposits.ts'
import { watchTimes } from '@afara/server/flows/deposits/deposit-deps.ts'
import { watchDeposits } from '@afara/server/flows/deposits/watch-deposits.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { networkNamed } from '@afara/server/kernel/networks.ts'
import { listCursors } from '@afara/server/movements/deposits/cursor-store.ts'
import { depositSalt, saltOfAddress } from '@afara/server/movements/deposits/deposit-address.ts'
import type { WatchedChain } from '@afara/server/movements/deposits/deposit-chain.ts'
import { createForwarderAddresses } from '@afara/server/rails/chains/evm/evm-address.ts'
import { createEvmDeposits } from '@afara/server/rails/chains/evm/evm-deposits.ts'
import { acceptSells } from '@afara/server/records/transactions/accepting/sell-store.ts'
import type { Nudge } from '@afara/server/records/transactions/wake-store.ts'
import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { raiseEvmWorld } from './contracts/evm-world.ts'
import { createDeliveryWorld } from './delivery-world.ts'

const polygon = networkNamed('Polygon')

const tokenAbi = readArtifact('TestToken').abi

/**
 * Creates sells that wait for tokens, and a real chain that mines only on request, with a deposit factory and a customer who has tokens.
 * The factory's treasury is one of our lanes.
 */
export async function createDepositWorld({ artifact = 'TestToken' }: { artifact?: string } = {}) {
  const [world, evm] = await Promise.all([createDeliveryWorld(), raiseEvmWorld(polygon, { artifact })])
  const { worker, owner, clock } = world
  const lane = await world.openLane({ address: evm.lane, naira: 0 })
  const [deployer = '', customer = ''] = await evm.ask<string[]>('eth_accounts')
  const sendAs = async (from: string, transaction: { to?: string; data: Hex }): Promise<string> =>
    evm.ask<string>('eth_sendTransaction', { from, gas: '0x4c4b40', ...transaction })

  const { abi, bytecode } = readArtifact('DepositFactory')
  const deployed = await sendAs(deployer, { data: encodeDeployData({ abi, bytecode, args: [evm.lane] }) })
  await evm.mine(1)
  const { contractAddress: factory } = await evm.ask<{ contractAddress: string }>(
    'eth_getTransactionReceipt',
    deployed,
  )
  await evm.ownerCalls('mint', [customer, 10n ** 18n])
  await evm.finalize()

  const addressOf = createForwarderAddresses(factory)
  const settings = {
    mode: 'test',
    network: polygon,
    token: evm.token,
    decimals: 6,
    deadlineMs: 15_000,
  } as const
  const nodeAt = (url: string, treasury: string = evm.lane) =>
    createEvmDeposits({ ...settings, factory, treasury, url })
  let watched: WatchedChain = { chain: nodeAt(evm.proxy.url), beginAfter: undefined, witness: undefined }
  const nudged: Nudge[] = []
  const notices: string[] = []
  const deps = () => ({
    pool: worker,
    clock,
    watched: new Map([['test:Polygon' as const, watched]]),
    times: { ...watchTimes, noteMs: 0 },
    nudge: async (nudge: Nudge) => {
      nudged.push(nudge)
    },
    onNotice: (_: string, words: string) => notices.push(words),
    onFailure: (_: string, error: unknown) => notices.push(String(error)),
  })
  await openCursors(deps())

  /** Reads the chain until nothing more is due. */
  const look = async (): Promise<void> => {
    for (;;) {
      const [cursor] = await listCursors(worker)
      if (cursor === undefined) throw new Error('nothing is watched')
      if (!(await watchDeposits(deps(), watched, cursor))) return
    }
  }

  return {
    ...world,
    evm,
    lane,
    factory,
    customer,
    nudged,
    notices,
    deps,
    addressOf,
    look,
    sendAs,
    nodeAt,
    watchWith: (more: Partial<WatchedChain>) => {
      watched = { ...watched, ...more }
    },
    /** Creates a sell that waits for its tokens. Returns its id and its deposit address, which is its own unless `given` sets another. */
    sell: async (
      naira: number,
      network = 'Polygon',
      given?: string | ((id: string) => string),
      named?: string,
    ) => {
      const id = newId()
      const reference = named ?? `sell-${id}`
      const own = () => addressOf(depositSalt({ businessId: world.business, mode: 'test', reference }))
      const address = typeof given === 'function' ? given(id) : (given ?? own())
      const at = clock.now()
      const [answer] = await acceptSells(world.api, [
        {
          id,
          businessId: world.business,
          mode: 'test',
          reference,
          idempotencyKey: null,
          amount: money('NGNC', BigInt(naira) * 100n),
          fee: money('NGNC', 0n),
          payee: { bankCode: '000013', bankName: 'GTBank', accountNumber: '0123456789', accountName: null },
          wallet: { network, address: customer },
          depositAddress: address,
          createdAt: at,
          expiresAt: new Date(at.getTime() + 86_400_000),
          guardSince: undefined,
          meaning: randomBytes(32),
        },
      ])
      if (answer?.outcome !== 'accepted') throw new Error(`a sell was not accepted: ${answer?.outcome}`)
      return { id, address }
    },
    /** Sends tokens of the customer, in the token's smallest unit. A naira has a million units. */
    send: async (address: string, units: bigint): Promise<string> => {
      const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [address, units] })
      return sendAs(customer, { to: evm.token, data })
    },
    /** Finalises the transfers and reads them. */
    settle: async () => {
      await evm.mine(1)
      await evm.finalize()
      await look()
    },
    sweep: async (ids: readonly string[]): Promise<void> => {
      const { rows } = await owner.query<{ id: string; reference: string; address: string }>(
        `select t.id, t.reference, a.address from transaction t join deposit_address a on a.transaction_id = t.id
         where t.id = any ($1) order by t.id`,
        [ids],
      )
      const salts = rows.map(({ id, reference, address }) =>
        saltOfAddress(addressOf, { id, businessId: world.business, mode: 'test', reference }, address),
      )
      const args = [salts, evm.token]
      await sendAs(customer, { to: factory, data: encodeFunctionData({ abi, functionName: 'sweep', args }) })
    },
    statusOf: async (id: string): Promise<string> => {
      const { rows } = await owner.query<{ status: string }>('select status from transaction where id = $1', [
        id,
      ])
      return rows[0]?.status ?? 'none'
    },
    depositsOf: async (id: string) => {
      const { rows } = await owner.query<{ outcome: string; minor: string; held: string; dust: string }>(
        `select outcome, minor::text, held_minor::text as held, dust_units::text as dust from deposit
         where transaction_id = $1 order by block, log_index`,
        [id],
      )
      return rows.map(({ outcome, minor, held, dust }) => [
        outcome,
        Number(minor),
        Number(held),
        Number(dust),
      ])
    },
    casesOf: async (id: string): Promise<string[]> => {
      const { rows } = await owner.query<{ kind: string }>(
        `select kind from case_file where transaction_id = $1 and state <> 'resolved' order by kind::text`,
        [id],
      )
      return rows.map(({ kind }) => kind)
    },
    sumOf: async (kind: string, of: string): Promise<number> => {
      const { rows } = await owner.query<{ sum: string }>(
        `select coalesce((select amount_minor from balance where owner = $2 and kind = $1::account_kind and asset = 'NGNC'),
           account_sum('test', $1::account_kind, $2, 'NGNC'))::text as sum`,
        [kind, of],
      )
      return Number(rows[0]?.sum)
    },
    close: async () => {
      await Promise.all([world.close(), evm.stop()])
    },
  }
}

function readArtifact(name: string): { abi: Abi; bytecode: Hex } {
  const file = new URL(import.meta.resolve(`@afara/contracts/artifacts/${name}.json`))
  return JSON.parse(readFileSync(file, 'utf8')) as { abi: Abi; bytecode: Hex }
}
