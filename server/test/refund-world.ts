import { advanceReturn } from '@afara/server/flows/payouts/advance-return.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import type { Screen } from '@afara/server/records/screening/screen.ts'
import { findDriven } from '@afara/server/records/transactions/transaction-store.ts'
import type { TestDatabase } from '@afara/stack/postgres/test-database.ts'
import { createDecidingWorld } from './deciding-world.ts'
import type { WorldAccount } from './matching-world.ts'
import { createPayoutDesk } from './payout-desk.ts'

/** Creates buys whose naira two operators refund, and accounts that pay the refunds. */
export async function createRefundWorld(database?: TestDatabase) {
  const world = await createDecidingWorld(database)
  const { owner, clock } = world
  const desk = createPayoutDesk(world)
  const read = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await owner.query<{ value: T }>(text, values)).rows.map(({ value }) => value)

  const listed = new Set<string>()
  const screen: Screen = {
    list: undefined,
    screen: (subjects) =>
      subjects
        .filter(({ text }) => listed.has(text))
        .map((subject) => ({ subject, list: 'test', entry: '7', listed: subject.text })),
  }
  /** Runs the driver of a refund or a return once. */
  const look = async (id: string): Promise<void> => {
    const driven = await findDriven(world.worker, id)
    if (driven === undefined) throw new Error('there is no such refund or return')
    await advanceReturn({ pool: world.worker, screen }, driven, clock.now())
  }

  /** Creates a buy that is paid in separate parts, but never in full. Returns its id. */
  const partPaid = async (account: WorldAccount, ...parts: readonly number[]): Promise<string> => {
    const businessId = await world.openBusiness(1_000_000)
    const id = await world.claim(businessId, account, parts.reduce((sum, part) => sum + part, 0) + 1_000)
    for (const naira of parts) {
      const lineId = await world.pay(account, naira)
      const caseId = await world.ask(account, lineId, 'unmatched')
      await world.propose(caseId, { action: 'allocate', transaction_id: id, amount_minor: `${naira}00` })
      await world.approve(caseId)
    }
    return id
  }
  const giveBack = async (id: string): Promise<void> => {
    await owner.query('select open_underpaid_case($1, $2, $3, $3)', [newId(), id, clock.now()])
    const caseId = await world.caseOf(id, 'underpaid')
    await world.propose(caseId, { action: 'return_part' })
    await world.approve(caseId)
    await look(id)
  }

  const findings = async (): Promise<string[]> =>
    (await runChecks(world.worker)).findings.map(
      ({ check, subject, problem }) => `${check}: ${subject} ${problem}`,
    )

  return {
    ...world,
    ...desk,
    /** Opens a collection account that buys are paid into. */
    openCollection: world.openAccount,
    partPaid,
    /** Decides the refund of a buy that was paid in part, and runs its driver. */
    giveBack,
    look,
    /** Names on the sanctions list. */
    listed,
    /** Drives a refund for some rounds of eleven minutes, in which the bank pays everything that it was sent. */
    settle: async (accounts: readonly string[], id: string, rounds: number): Promise<void> => {
      for (let time = 0; time < rounds; time += 1) {
        clock.advance(11 * 60_000)
        await look(id)
        for (const account of accounts) await desk.round(account)
        desk.payer.settle('success')
      }
    },
    /** Ends a test: its payout accounts pay nothing more, the bank has no faults, and no check may find anything. */
    endTest: async (): Promise<void> => {
      await owner.query(
        `update payout_account set state = 'draining', frozen_because = null, checked_start = pg_postmaster_start_time()
         where state <> 'closed'`,
      )
      desk.payer.sends(() => ({}))
      const [first] = await findings()
      if (first !== undefined) throw new Error(first)
    },
    legsOf: async (id: string) => read<string>(`select state as value from refund_legs($1) order by leg`, id),
    eventsOf: async (id: string) =>
      read<string>(
        `select event as value from transaction_event where transaction_id = $1 order by sequence`,
        id,
      ),
    /** Returns the held amount of a buy, in kobo. */
    held: async (id: string) =>
      read<string>(`select amount_minor::text as value from balance where owner = $1 and kind = 'held'`, id),
    findings,
  }
}
