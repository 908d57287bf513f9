import type { FastifyInstance } from 'fastify'
import { type FaultRule, type HorizonFaults, horizonFaults } from '../faults/horizon-fault.ts'
import { readAsset } from '../ledger/asset.ts'
import { newAccount } from '../ledger/ledger-state.ts'
import type { SimulatedLedger } from '../ledger/simulated-ledger.ts'
import { MOST_STROOPS, parseStroops } from '../ledger/stroops.ts'
import { truthRoutes } from './truth-routes.ts'

type Ticker = { running: boolean; everyMs: number }

type Knobs = Readonly<{ faults: HorizonFaults; ticker: Ticker }>

const text = { type: 'string' } as const
const body = (properties: object, required: string[]) => ({
  schema: { body: { type: 'object', properties, required, additionalProperties: false } },
})

/** Routes that change the ledger without a signature, control time, and set faults. Amounts are text. */
export function adminRoutes(app: FastifyInstance, ledger: SimulatedLedger, { faults, ticker }: Knobs): void {
  const { state } = ledger
  truthRoutes(app, ledger)

  app.get('/admin/state', async () => ({
    ledger: ledger.latest().sequence,
    accounts: state.accounts.size,
    queued: ledger.queued().map(({ hash }) => hash),
    running: ticker.running,
    every_ms: ticker.everyMs,
    fee: ledger.feeEach().toString(),
  }))

  app.post<{
    Body: {
      id: string
      sequence?: string
      xlm?: string
      data?: Record<string, string>
      auth_required?: boolean
    }
  }>(
    '/admin/accounts',
    body(
      { id: text, sequence: text, xlm: text, data: { type: 'object' }, auth_required: { type: 'boolean' } },
      ['id'],
    ),
    async ({ body: { id, sequence, xlm, data, auth_required } }) => {
      const { sequence: now } = ledger.latest()
      const account = state.accounts.get(id) ?? newAccount(id, BigInt(now) << 32n, 0n, now)
      if (sequence !== undefined) account.sequence = BigInt(sequence)
      if (xlm !== undefined) account.lumens = parseStroops(xlm)
      if (auth_required !== undefined) account.authRequired = auth_required
      for (const [name, value] of Object.entries(data ?? {}))
        account.data.set(name, Buffer.from(value).toString('base64'))
      account.changedIn = now
      state.accounts.set(id, account)
      return { id, sequence: account.sequence.toString() }
    },
  )

  app.delete<{ Params: { id: string } }>('/admin/accounts/:id', async ({ params }, reply) =>
    reply.code(state.accounts.delete(params.id) ? 204 : 404).send(),
  )

  app.post<{
    Body: { account: string; asset: string; limit?: string; authorized?: boolean; balance?: string }
  }>(
    '/admin/trustlines',
    body({ account: text, asset: text, limit: text, authorized: { type: 'boolean' }, balance: text }, [
      'account',
      'asset',
    ]),
    async ({ body: { account: id, asset, limit, authorized, balance } }, reply) => {
      const account = state.accounts.get(id)
      if (account === undefined) return reply.code(404).send({ error: 'no such account' })
      const key = readAsset(asset).toString()
      const known = account.lines.get(key)
      account.lines.set(key, {
        limit: limit === undefined ? (known?.limit ?? MOST_STROOPS) : parseStroops(limit),
        authorized: authorized ?? known?.authorized ?? true,
        maintains: known?.maintains ?? false,
        clawback:
          known?.clawback ?? state.accounts.get(readAsset(asset).getIssuer() ?? '')?.authClawback ?? false,
        balance: balance === undefined ? (known?.balance ?? 0n) : parseStroops(balance),
        changedIn: ledger.latest().sequence,
      })
      return {}
    },
  )

  /** Creates a market that exchanges one asset for another at a fixed price, for path payments. */
  app.post<{ Body: { from: string; to: string; n: string; d: string } }>(
    '/admin/prices',
    body({ from: text, to: text, n: text, d: text }, ['from', 'to', 'n', 'd']),
    async ({ body: { from, to, n, d } }) => {
      state.prices.set(`${readAsset(from).toString()}>${readAsset(to).toString()}`, {
        n: BigInt(n),
        d: BigInt(d),
      })
      return {}
    },
  )

  app.post<{ Body?: { count?: number } }>('/admin/ledgers', async ({ body: wanted }) => {
    for (let closed = 0; closed < (wanted?.count ?? 1); closed += 1) ledger.close()
    return { ledger: ledger.latest().sequence }
  })

  app.patch<{ Body: { running: boolean } }>(
    '/admin/ledgers',
    body({ running: { type: 'boolean' } }, ['running']),
    async ({ body: { running } }) => {
      ticker.running = running
      return {}
    },
  )

  app.patch<{ Body: { advance_seconds: number } }>(
    '/admin/clock',
    body({ advance_seconds: { type: 'number', minimum: 0 } }, ['advance_seconds']),
    async ({ body: { advance_seconds } }) => {
      ledger.advance(advance_seconds * 1_000)
      return { now: new Date(ledger.now()).toISOString() }
    },
  )

  /** Sets the current fee of an operation. A transaction that offers less waits. */
  app.patch<{ Body: { fee: string } }>(
    '/admin/fees',
    body({ fee: text }, ['fee']),
    async ({ body: { fee } }) => {
      ledger.setFeeEach(BigInt(fee))
      return {}
    },
  )

  app.get('/admin/faults', async () => ({ known: horizonFaults, standing: faults.list() }))
  app.post<{ Body: FaultRule }>(
    '/admin/faults',
    body(
      {
        fault: { enum: [...horizonFaults] },
        on: { enum: ['submit', 'read'] },
        path: text,
        times: { type: 'integer', minimum: 1 },
        probability: { type: 'number', minimum: 0, maximum: 1 },
        delay_ms: { type: 'integer', minimum: 0 },
      },
      ['fault'],
    ),
    async ({ body: rule }) => {
      faults.add(rule)
      return {}
    },
  )
  app.delete('/admin/faults', async () => {
    faults.clear()
    return {}
  })
}
