import { randomBytes } from 'node:crypto'
import { laneTimes } from '@afara/server/flows/deliveries/lane-deps.ts'
import { workLane } from '@afara/server/flows/deliveries/work-lane.ts'
import { openCursors } from '@afara/server/flows/deposits/advance-deposits.ts'
import { watchTimes } from '@afara/server/flows/deposits/deposit-deps.ts'
import { watchDeposits } from '@afara/server/flows/deposits/watch-deposits.ts'
import { openAccounts } from '@afara/server/flows/sweeps/open-accounts.ts'
import type { SweepDeps } from '@afara/server/flows/sweeps/sweep-deps.ts'
import { sweepNetworks } from '@afara/server/flows/sweeps/sweep-networks.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import type { NetworkName } from '@afara/server/kernel/networks.ts'
import { listCursors } from '@afara/server/movements/deposits/cursor-store.ts'
import { depositSalt } from '@afara/server/movements/deposits/deposit-address.ts'
import type { DepositChain } from '@afara/server/movements/deposits/deposit-chain.ts'
import { holdLane } from '@afara/server/movements/transfers/hold-lane-store.ts'
import { releaseLane } from '@afara/server/movements/transfers/lane-store.ts'
import type { Signer } from '@afara/server/movements/transfers/signer.ts'
import { acceptSells } from '@afara/server/records/transactions/accepting/sell-store.ts'
import { createDeliveryWorld } from './delivery-world.ts'
import { createScriptedNetwork, hashOfBytes } from './scripted-network.ts'

const TREASURY = 'TheTreasuryOfTheTest'

/** Creates sells and buys on a scripted network that shows only its current state. */
export async function createOtherNetworkWorld(of: {
  network: NetworkName
  isShared?: boolean
  /** A real network in place of the script. */
  with?: Readonly<{ deposits: DepositChain; treasury: string }>
}) {
  const world = await createDeliveryWorld()
  const { owner, worker, clock } = world
  const treasury = of.with?.treasury ?? TREASURY
  const script = createScriptedNetwork({ ...of, treasury })
  const lane = await world.openLane({ address: treasury, network: of.network, naira: 0 })
  const chain = of.with?.deposits ?? script.deposits
  const watched = { chain, beginAfter: undefined, witness: undefined }
  const key = `test:${of.network}` as const
  const notices: string[] = []
  let journalNext = 0n
  const onNotice = (_: string, words: string): void => {
    notices.push(words)
  }
  const watching = {
    pool: worker,
    clock,
    watched: new Map([[key, watched]]),
    times: { ...watchTimes, noteMs: 0 },
    nudge: async () => {},
    onNotice,
    onFailure: (_: string, error: unknown) => onNotice('', String(error)),
  }
  await openCursors(watching)
  let sweeping: SweepDeps = {
    pool: worker,
    clock,
    chains: [script.sweeps],
    signer: script.signer,
    settings: { aboveMinor: 1_000_000_00n, afterMs: 600_000 },
    onNotice,
  }
  const signer: Signer = {
    sign: async (requests) =>
      requests.map(({ unsigned }) => ({ outcome: 'signed', raw: unsigned, hash: hashOfBytes(unsigned) })),
    nextLock: async () => journalNext,
    readLocks: async () => [],
  }

  const look = async (): Promise<void> => {
    for (;;) {
      const cursor = (await listCursors(worker)).find(({ network }) => network === of.network)
      if (cursor === undefined) throw new Error('nothing is watched')
      if (!(await watchDeposits(watching, watched, cursor))) return
    }
  }

  return {
    ...world,
    script,
    lane,
    notices,
    look,
    watched: watching.watched,
    theJournalSays: (next: bigint) => {
      journalNext = next
    },
    sweepWith: (changes: Partial<SweepDeps>) => {
      sweeping = { ...sweeping, ...changes }
    },
    openNow: async () => openAccounts(sweeping),
    sweepNow: async () => sweepNetworks(sweeping),
    round: async (): Promise<void> => {
      const at = clock.now()
      const held = await holdLane(worker, { laneId: lane.id, holder: newId(), at, leaseMs: 15_000 })
      if (held === undefined) throw new Error('the lane is held by another')
      try {
        await workLane(
          {
            pool: worker,
            clock,
            signer,
            chains: new Map([[key, script.chain]]),
            times: laneTimes,
            onAnswers: () => {},
            onNotice,
            onFailure: (_: string, error: unknown) => onNotice('', String(error)),
          },
          held,
        )
      } finally {
        await releaseLane(worker, lane.id, held.fence)
      }
    },
    sell: async (naira: number, named?: string) => {
      const id = newId()
      const reference = named ?? `sell-${id}`
      const salt = depositSalt({ businessId: world.business, mode: 'test', reference })
      const address = chain.addressOf(salt)
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
          wallet: { network: of.network, address: 'a customer' },
          depositAddress: address,
          createdAt: at,
          expiresAt: new Date(at.getTime() + 86_400_000),
          guardSince: undefined,
          meaning: randomBytes(32),
        },
      ])
      if (answer?.outcome !== 'accepted') throw new Error(`a sell was not accepted: ${answer?.outcome}`)
      return { id, address, salt }
    },
    deposits: async () => {
      const { rows } = await owner.query<{ words: string }>(
        `select outcome || ' ' || minor as words from deposit order by block, log_index, minor`,
      )
      return rows.map(({ words }) => words)
    },
    asides: async () => {
      const { rows } = await owner.query<{ problem: string; units: string | null }>(
        'select problem, units::text from deposit_quarantine order by seen_at, tx_hash',
      )
      return rows
    },
    casesOf: async (kind: string): Promise<number> => {
      const { rows } = await owner.query<{ open: number }>(
        `select count(*)::integer as open from case_file where kind = $1 and state <> 'resolved'`,
        [kind],
      )
      return rows[0]?.open ?? 0
    },
    gasInBooks: async (place: string): Promise<bigint> => {
      const { rows } = await owner.query<{ sum: string }>(
        `select account_sum('test', 'gas', $1, gas_asset($2)) as sum`,
        [place, of.network],
      )
      return BigInt(rows[0]?.sum ?? '0')
    },
    fundGas: async (place: string, units: bigint): Promise<void> => {
      await owner.query(
        `select post_entry(uuidv7(), 'test', null, 'test', now(), '{gas}', array[$1], '{capital}', '{""}', array[gas_asset($2)], array[$3]::positive_minor[])`,
        [place, of.network, units.toString()],
      )
    },
  }
}
