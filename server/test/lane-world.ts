import { laneTimes } from '@afara/server/flows/deliveries/lane-deps.ts'
import { workLane } from '@afara/server/flows/deliveries/work-lane.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { type NetworkName, networkNamed } from '@afara/server/kernel/networks.ts'
import type { Chain } from '@afara/server/movements/transfers/chain.ts'
import { holdLane, type LaneRound } from '@afara/server/movements/transfers/hold-lane-store.ts'
import { type HeldLane, releaseLane } from '@afara/server/movements/transfers/lane-store.ts'
import {
  type JournalLock,
  type SignAnswer,
  type Signer,
  SignerUnavailable,
  type SignRequest,
} from '@afara/server/movements/transfers/signer.ts'
import type { ChainWorld } from './contracts/chain-world.ts'
import { raiseEvmWorld } from './contracts/evm-world.ts'
import { createDeliveryWorld } from './delivery-world.ts'

const polygon = networkNamed('Polygon')

/** A chain that loses everything that is sent to it. */
export const unheard = (chain: Chain): Chain => ({
  ...chain,
  broadcast: async (raws) => raws.map(() => 'lost'),
})

export async function createLaneWorld() {
  const { ground: evm, ...world } = await createLaneWorldOn('Polygon', async () => raiseEvmWorld(polygon))
  return { ...world, evm }
}

/**
 * Creates cleared buys, a lane, and a real chain that mines only on request. The signer has the lane's key and signs every request. A test
 * can make it refuse or be absent.
 */
export async function createLaneWorldOn<Ground extends ChainWorld>(
  network: NetworkName,
  raise: () => Promise<Ground>,
) {
  const [world, ground] = await Promise.all([createDeliveryWorld(), raise()])
  const { worker, clock } = world
  let will: 'signs' | 'is gone' | ((request: SignRequest) => Promise<SignAnswer | undefined>) = 'signs'
  let journalNext = 0n
  let journalLocks: readonly JournalLock[] = []
  const notices: string[] = []

  const signer: Signer = {
    sign: async (requests) => {
      if (will === 'is gone') throw new SignerUnavailable('gone')
      return Promise.all(
        requests.map(async (request): Promise<SignAnswer> => {
          const answer = typeof will === 'function' ? await will(request) : undefined
          return answer ?? { outcome: 'signed', ...(await ground.sign(request.unsigned)) }
        }),
      )
    },
    nextLock: async () => journalNext,
    readLocks: async (_, from) => journalLocks.filter(({ lock }) => lock >= from),
  }
  const lane = await world.openLane({
    address: ground.lane,
    network,
    nextLock: await nonce(ground.chain, ground.lane),
  })
  const deps = {
    pool: worker,
    clock,
    signer,
    chains: new Map([[`test:${network}` as const, ground.chain]]),
    times: laneTimes,
    onAnswers: () => {},
    onNotice: (_: string, words: string) => notices.push(words),
    onFailure: (_: string, error: unknown) => notices.push(String(error)),
  }

  const hold = async (leaseMs = 15_000): Promise<LaneRound> => {
    const at = clock.now()
    const held = await holdLane(worker, { laneId: lane.id, holder: newId(), at, leaseMs })
    if (held === undefined) throw new Error('the lane is held by another')
    return held
  }
  const round = async (chain: Chain = ground.chain): Promise<void> => {
    const held = await hold()
    try {
      await workLane({ ...deps, chains: new Map([[`test:${network}` as const, chain]]) }, held)
    } finally {
      await releaseLane(worker, lane.id, held.fence)
    }
  }

  return {
    ...world,
    ground,
    lane,
    deps,
    signer,
    notices,
    hold,
    release: async (held: HeldLane) => releaseLane(worker, lane.id, held.fence),
    /** Without check_freezes: this world lifts freezes directly, while the service needs two operators. */
    findings: async () => (await world.findings()).filter(({ check }) => check !== 'check_freezes'),
    /** Runs one round of the lane. */
    round,
    /** Finalises all sent transfers and lets the lane see them. */
    settle: async () => {
      await ground.mine(1)
      await ground.finalize()
      await round()
    },
    theSigner: (does: typeof will) => {
      will = does
    },
    theJournalSays: (next: bigint, locks: readonly JournalLock[] = []) => {
      journalNext = next
      journalLocks = locks
    },
    transfersOf: async (transactionId: string) => {
      const { rows } = await world.owner.query<{
        id: string
        lock: string
        state: string
        right_id: string
        sent_count: number
        kinds: string[]
      }>(
        `select f.id, f.lock, f.state, f.right_id, f.sent_count, array(
           select a.kind from transfer_attempt a where a.transfer_id = f.id order by a.number) as kinds
         from transfer f join transfer_right r on r.id = f.right_id where r.transaction_id = $1 order by f.lock`,
        [transactionId],
      )
      return rows
    },
    /** Returns the amount that arrived at the wallet of a buy, in kobo. */
    delivered: async (transactionId: string): Promise<bigint> => {
      const { rows } = await world.owner.query<{ wallet_address: string }>(
        'select wallet_address from buy where transaction_id = $1',
        [transactionId],
      )
      return ground.tokensOf(rows[0]?.wallet_address ?? '')
    },
    held: async (transactionId: string): Promise<bigint> => {
      const { rows } = await world.owner.query<{ minor: string }>(
        `select coalesce(sum(amount_minor), 0) as minor from balance where owner = $1 and kind = 'held'`,
        [transactionId],
      )
      return BigInt(rows[0]?.minor ?? '0')
    },
    /** Takes back a credit that was paid into the first account. */
    takeBack: async (lineId: string) => {
      const { rows } = await world.owner.query<{ external_id: string; gross_minor: string }>(
        `select r.external_id, r.gross_minor from bank_line_assignment s join bank_line_reading r on r.id = s.reading_id
         where s.line_id = $1`,
        [lineId],
      )
      const paid = rows[0]
      if (paid === undefined) throw new Error('nobody saw the credit')
      const { sessionId: _, ...debit } = world.paymentOf(
        world.account,
        BigInt(paid.gross_minor),
        {},
        'RECALL',
      )
      const undoesExternalId = paid.external_id
      await world.record(world.account, [{ ...debit, direction: 'debit', kind: 'recall', undoesExternalId }])
    },
    laneState: async () => {
      const { rows } = await world.owner.query(
        'select state, halted_because, short_of from lane where id = $1',
        [lane.id],
      )
      return rows[0]
    },
    /** Counts the open cases of this kind about the lane. */
    openCases: async (kind: string): Promise<number> => {
      const { rows } = await world.owner.query<{ open: number }>(
        `select count(*)::integer as open from case_file where kind = $1 and state = 'open' and facts ->> 'subject' = $2`,
        [kind, lane.id],
      )
      return rows[0]?.open ?? 0
    },
    freeze: async (scope: string, subject: string) => {
      await world.owner.query(`select place_freeze($1, $2, 'a test', 'system:test', $3)`, [
        scope,
        subject,
        clock.now(),
      ])
    },
    thaw: async () => {
      await world.owner.query(
        `update freeze_order set lifted_by = gen_random_uuid()::text, lifted_reason = 'a test', lifted_at = $1
         where lifted_at is null`,
        [clock.now()],
      )
      await world.owner.query('select hasten_deliveries($1)', [clock.now()])
    },
    close: async () => {
      await Promise.all([world.close(), ground.stop()])
    },
  }
}

async function nonce(chain: Chain, address: string): Promise<bigint> {
  return (await chain.readLane({ address, nextLock: 0n }, AbortSignal.timeout(5_000))).lockLatest
}
