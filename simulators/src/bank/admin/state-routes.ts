import type { FastifyInstance } from 'fastify'
import type { ClockMove } from '../clock.ts'
import type { Dispatcher } from '../hooks/dispatcher.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { AdminRefusal } from './admin-refusal.ts'

const move = {
  type: 'object',
  additionalProperties: false,
  properties: {
    at: { type: 'string' },
    advance_seconds: { type: 'number', minimum: 0 },
    running: { type: 'boolean' },
  },
} as const

type NewTime = { at?: string; advance_seconds?: number; running?: boolean }

type Parts = Readonly<{
  bank: SimulatedBank
  dispatcher: Dispatcher
  catchUp: () => void
  requests: () => Record<string, number>
  forget: () => void
}>

/** Routes for the clock, a summary, and a reset to the initial state. */
export function stateRoutes(
  app: FastifyInstance,
  { bank, dispatcher, catchUp, requests, forget }: Parts,
): void {
  const { clock, hooks, ledger, payouts, rules, schedule } = bank
  const showClock = () => ({
    now: new Date(clock.now()).toISOString(),
    running: clock.setting().stoppedAtMs === undefined,
  })
  const summary = () => ({
    seed: bank.seed,
    clock: showClock(),
    accounts: ledger.accounts().length,
    lines: ledger.lines().length,
    payout_accounts: ledger.payoutAccounts().length,
    payouts: payouts.count(),
    scheduled: schedule.waiting(),
    hooks: { ...hooks.counts(), under_way: dispatcher.underWay() },
    faults: rules.list().length,
    struck: rules.counts(),
    requests: requests(),
  })

  app.get('/admin/state', async () => {
    catchUp()
    return summary()
  })

  app.patch<{ Body: NewTime }>('/admin/clock', { schema: { body: move } }, async ({ body }) => {
    catchUp()
    const { at, advance_seconds: advanceSeconds, running } = body
    const wanted: ClockMove = {
      ...(at === undefined ? {} : { at }),
      ...(advanceSeconds === undefined ? {} : { advanceSeconds }),
      ...(running === undefined ? {} : { running }),
    }
    const setting = clock.plan(wanted)
    if (setting === undefined)
      throw new AdminRefusal(400, 'the clock only moves forward; at must be an ISO time')
    bank.commit({ is: 'clock', setting })
    catchUp()
    return showClock()
  })

  app.delete('/admin/state', async () => {
    forget()
    return summary()
  })
}
