import { advanceBuy } from '@afara/server/flows/buys/advance-buy.ts'
import { advanceReturn } from '@afara/server/flows/payouts/advance-return.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { acceptDrill } from '@afara/server/records/transactions/accepting/drill-store.ts'
import { findDrivenBuy } from '@afara/server/records/transactions/clearing/clearing-store.ts'
import type { TransactionType } from '@afara/server/records/transactions/machines/machines.ts'
import { findDriven } from '@afara/server/records/transactions/transaction-store.ts'
import { createSellingWorld } from '../../../server/test/selling-world.ts'
import { createWithdrawingWorld } from '../../../server/test/withdrawing-world.ts'
import type { ProofDatabase } from '../proof-postgres.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

type Of = Readonly<{ type: TransactionType }>

const AMOUNT = 60_000
const SWEEP_MS = 45_000
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'

/**
 * Opens worlds with transactions of every type, on their own databases, with a clock that can be moved, and with everything that can block
 * them.
 */
export async function openStage(createDatabase: () => Promise<ProofDatabase>) {
  const open = async () => {
    const { url, drop } = await createDatabase()
    return { url: (role = 'postgres') => url(role), drop }
  }
  const buys = await createSellingWorld(await open())
  const withdrawals = await createWithdrawingWorld(await open())
  const lanes = new Map<object, string>([
    [buys, await buys.openLane(1)],
    [withdrawals, await withdrawals.openLane(1)],
  ])
  const payoutAccount = await buys.openPayoutAccount('main', 1_000_000_000)
  const worldOf = ({ type }: Of) => (type === 'withdrawal' ? withdrawals : buys)
  const one = async <T>(kind: Of, text: string, ...values: unknown[]): Promise<T | undefined> =>
    (await worldOf(kind).owner.query<{ value: T }>(text, values)).rows[0]?.value
  const change = async (kind: Of, text: string, ...values: unknown[]): Promise<void> => {
    await worldOf(kind).owner.query(text, values)
  }
  const buy: Of = { type: 'buy' }

  /** Does what the driver does when the transaction is due, and records a failure as the driver does. */
  const drive = async (id: string, kind: Of): Promise<void> => {
    const { worker, clock } = worldOf(kind)
    try {
      if (kind.type === 'sell') await buys.advance(id)
      if (kind.type === 'withdrawal') await withdrawals.advance(id)
      const credit = kind.type === 'return' ? await findDriven(worker, id) : undefined
      if (credit !== undefined) await advanceReturn({ ...buys.deps, pool: worker }, credit, clock.now())
      const driven = kind.type === 'buy' ? await findDrivenBuy(worker, id) : undefined
      if (driven !== undefined) await advanceBuy(buys.deps, driven, clock.now())
    } catch (error) {
      const again = new Date(clock.now().getTime() + 60_000)
      await worker.query('select record_failure($1, $2, $3)', [id, (error as Error).message, again])
    }
  }
  const lineOf = async (id: string, kind: Of) =>
    one<string>(
      kind,
      `select line_id as value from allocation where transaction_id = $1
       union select line_id from credit_return where id = $1 limit 1`,
      id,
    )
  const setLane = async (state: 'active' | 'halted', kind: Of = buy) =>
    change(
      kind,
      'update lane set state = $2, halted_because = $3 where id = $1',
      lanes.get(worldOf(kind)),
      state,
      state === 'halted' ? 'a proof' : null,
    )

  return {
    buys,
    worldOf,
    setLane,
    now: (kind: Of) => worldOf(kind).clock.now(),
    pass: (kind: Of, ms: number) => worldOf(kind).clock.advance(ms),
    receiveBuy: async () => (await buys.receive(AMOUNT)).buy,
    claimBuy: async () => buys.claim(await buys.openBusiness(), await buys.openAccount(), AMOUNT),
    sellFromBalance: async () => (await buys.sell(AMOUNT)).sell,
    sellFromWallet: async () => {
      const wallet = { network: 'Polygon', address: WALLET }
      const expiresAt = new Date(buys.clock.now().getTime() + 86_400_000)
      return (
        await buys.sell(AMOUNT, { wallet, depositAddress: `0x${newId().replaceAll('-', '')}`, expiresAt })
      ).sell
    },
    requestWithdrawal: async () => (await withdrawals.withdraw(AMOUNT)).withdrawal,
    returnCredit: async () => {
      const account = await buys.openAccount()
      const lineId = await buys.pay(account, AMOUNT)
      const caseId = await buys.ask(account, lineId, 'unmatched')
      await buys.propose(caseId, { action: 'return' })
      await buys.approve(caseId)
      return (
        (await one<string>(buy, 'select id as value from credit_return where line_id = $1', lineId)) ?? ''
      )
    },
    startDrill: async () => {
      const id = newId()
      const at = buys.clock.now()
      const businessId = await buys.openBusiness()
      await acceptDrill(buys.api, { businessId, mode: 'test' }, { id, idempotencyKey: null, at })
      return id
    },
    /** Moves the transaction through the state machine without moving money. */
    walk: async (id: string, type: TransactionType, events: readonly string[]) => {
      for (const event of events)
        await change(
          { type },
          `select move_transaction(id, version, $2, '{}', $3, null) from transaction where id = $1`,
          id,
          event,
          worldOf({ type }).clock.now(),
        )
    },
    /** Advances the clock until the time of the status is over, and then by less than a minute. */
    waitOut: async (id: string, kind: Of, isDriven: boolean) => {
      const { clock } = worldOf(kind)
      const expectedBy = await one<Date>(
        kind,
        'select expected_by(t) as value from transaction t where t.id = $1',
        id,
      )
      const waitMs = (expectedBy?.getTime() ?? 0) - clock.now().getTime()
      for (const ms of [0, Math.floor(waitMs / 2), Math.ceil(waitMs / 2)]) {
        clock.advance(ms)
        if (isDriven) await drive(id, kind)
      }
      clock.advance(SWEEP_MS)
    },
    statusOf: async (id: string, kind: Of) =>
      one<string>(kind, 'select status as value from transaction where id = $1', id),
    isStuck: async (id: string, kind: Of) =>
      (await one(
        kind,
        'select id as value from stuck_transactions(0, $2) where id = $1',
        id,
        worldOf(kind).clock.now(),
      )) !== undefined,
    isAskedAbout: async (id: string, kind: Of) =>
      (await one<boolean>(
        kind,
        `select is_asked_about($1) or exists (select from overdue_transaction o join case_file c on c.id = o.case_id
           where o.transaction_id = $1 and c.state <> 'resolved') as value`,
        id,
      )) === true,
    freeze: async (kind: Of, scope: string, subject: string) => {
      await change(kind, `select place_freeze($1, $2, 'a proof', 'system:proof', now())`, scope, subject)
      return async () =>
        change(
          kind,
          `update freeze_order set lifted_at = now(), lifted_by = gen_random_uuid()::text, lifted_reason = 'a proof' where lifted_at is null`,
        )
    },
    freezeAccount: async (id: string, kind: Of) => {
      const account = await one<string>(
        kind,
        `select vendor_account_id as value from buy where transaction_id = $1
         union select l.vendor_account_id from credit_return r join bank_line l on l.id = r.line_id where r.id = $1`,
        id,
      )
      const set = async (state: string) =>
        change(kind, 'update vendor_account set state = $2 where id = $1', account, state)
      await set('frozen')
      return async () => set('active')
    },
    suspend: async (id: string, kind: Of) => {
      const set = async (status: string) =>
        change(
          kind,
          'update business_mode m set status = $2 from transaction t where t.id = $1 and m.business_id = t.business_id and m.mode = t.mode',
          id,
          status,
        )
      await set('suspended')
      return async () => set('active')
    },
    placeLien: async (id: string, kind: Of) => {
      const line = await lineOf(id, kind)
      const at = worldOf(kind).clock.now()
      await change(kind, `select place_lien($1, null, 'system:proof', 'a proof', $2)`, line, at)
      return async () => change(kind, `select lift_lien($1, 'system:proof', 'a proof', $2)`, line, at)
    },
    /** Simulates live mode, where an outdated list clears nothing. */
    breakScreening: async (kind: Of) => {
      const { screen } = worldOf(kind).deps
      const list = Object.getOwnPropertyDescriptor(screen, 'list') ?? {}
      Object.defineProperty(screen, 'list', {
        configurable: true,
        get: () => {
          throw new Error('the list is too old to screen against')
        },
      })
      return async () => Object.defineProperty(screen, 'list', list)
    },
    breakNode: async (kind: Of) => {
      const { wallets } = worldOf(kind)
      wallets.set(WALLET, { outcome: 'unasked', why: 'Polygon does not answer' })
      return async () => wallets.delete(WALLET)
    },
    breakVendor: async () => {
      const { answer } = buys.bank
      buys.bank.answer = undefined
      return async () => {
        buys.bank.answer = answer
      }
    },
    emptyFloat: async (kind: Of) => {
      const set = async (minor: string) =>
        change(kind, 'update payout_account set available_minor = $2 where id = $1', payoutAccount, minor)
      await set('0')
      return async () => set('100000000000')
    },
    /** Makes this many buys that are cleared and wait for the lane. */
    clearMany: async (count: number) => {
      const ids: string[] = []
      for (let made = 0; made < count; made += 1) {
        const id = (await buys.receive(AMOUNT)).buy
        await drive(id, buy)
        ids.push(id)
      }
      return ids
    },
    endMany: async (ids: readonly string[]) =>
      change(
        buy,
        `update transaction set status = 'completed', version = version + 1 where id = any ($1)`,
        ids,
      ),
    casesOf: async (ids: readonly string[]) =>
      (await one<number>(
        buy,
        `select count(distinct c.id)::integer as value from case_file c left join overdue_transaction o on o.case_id = c.id
         where c.state <> 'resolved' and (c.transaction_id = any ($1) or o.transaction_id = any ($1))`,
        ids,
      )) ?? 0,
    statusesWithoutTime: async () =>
      (
        await buys.owner.query<{ value: string }>(
          `select type || ' ' || status as value from status_time where expected_within is null and status <> all (statuses_ended())`,
        )
      ).rows.map(({ value }) => value),
    close: async () => {
      await buys.close()
      await withdrawals.close()
    },
  }
}
