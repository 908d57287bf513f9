import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HorizonFaults } from './faults/horizon-fault.ts'
import { replyInstead, replySpoiled } from './faults/reply-fault.ts'
import { isPayment, type OperationRecord } from './ledger/history.ts'
import type { SimulatedLedger } from './ledger/simulated-ledger.ts'
import { formatStroops } from './ledger/stroops.ts'
import { type PageQuery, slicePage, wrapPage } from './show/page.ts'
import { sendProblem } from './show/problem.ts'
import { showAccount } from './show/show-account.ts'
import { showFees } from './show/show-fees.ts'
import { PROTOCOL, showLedger } from './show/show-ledger.ts'
import { showOperation } from './show/show-operation.ts'
import { showTime } from './show/show-time.ts'
import { showTransaction } from './show/show-transaction.ts'

type ReadOptions = Readonly<{ faults: HorizonFaults; baseUrl(): string }>
type Answer = object | 'not_found' | 'bad_request'

/** Horizon's read routes for closed ledgers. Waiting transactions are not found, as on the real Horizon. */
export function readRoutes(
  app: FastifyInstance,
  ledger: SimulatedLedger,
  { faults, baseUrl }: ReadOptions,
): void {
  const { history } = ledger

  /** `forgotten` makes the answer if history was lost. */
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Answer,
    forgotten?: () => Answer,
  ) => {
    const rule = faults.meet('read', request.url)
    if (replyInstead(reply, rule?.fault)) return reply
    if (rule?.fault === 'dropped') {
      reply.hijack()
      reply.raw.destroy()
      return reply
    }
    if (rule?.fault === 'delayed') await sleep(rule.delay_ms ?? 2_000)
    const made = rule?.fault === 'forgets' && forgotten !== undefined ? forgotten() : make()
    if (made === 'not_found' || made === 'bad_request') return sendProblem(reply, made)
    if (replySpoiled(reply, rule?.fault, made)) return reply
    return reply.type('application/hal+json; charset=utf-8').send(made)
  }
  const page = <T extends { token: bigint }>(
    all: readonly T[],
    path: string,
    query: PageQuery,
    show: (record: T) => object,
  ): Answer => {
    const records = slicePage(all, query)
    if (records === undefined) return 'bad_request'
    return wrapPage(
      records.map(show),
      records.map(({ token }) => token),
      `${baseUrl()}${path}`,
      query,
    )
  }

  app.get('/', async (request, reply) =>
    answer(request, reply, () => {
      const { sequence, closeTime } = ledger.latest()
      return {
        horizon_version: 'simulated',
        core_version: 'simulated',
        ingest_latest_ledger: sequence,
        history_latest_ledger: sequence,
        history_latest_ledger_closed_at: showTime(closeTime),
        history_elder_ledger: 1,
        core_latest_ledger: sequence,
        network_passphrase: ledger.passphrase,
        current_protocol_version: PROTOCOL,
        supported_protocol_version: PROTOCOL,
        core_supported_protocol_version: PROTOCOL,
      }
    }),
  )

  app.get('/fee_stats', async (request, reply) => answer(request, reply, () => showFees(ledger)))

  app.get<{ Querystring: PageQuery }>('/ledgers', async (request, reply) =>
    answer(request, reply, () =>
      page(history.ledgers, '/ledgers', request.query, (closed) => showLedger(closed, baseUrl())),
    ),
  )

  app.get<{ Params: { sequence: string } }>('/ledgers/:sequence', async (request, reply) =>
    answer(request, reply, () => {
      const found = history.ledgers[Number(request.params.sequence) - 1]
      return found === undefined ? 'not_found' : showLedger(found, baseUrl())
    }),
  )

  app.get<{ Params: { id: string } }>('/accounts/:id', async (request, reply) =>
    answer(request, reply, () => {
      const account = ledger.state.accounts.get(request.params.id)
      if (account === undefined) return 'not_found'
      return showAccount(account, `${baseUrl()}/accounts/${account.id}`, ledger.latest().closeTime)
    }),
  )

  app.get<{ Params: { id: string; key: string } }>('/accounts/:id/data/:key', async (request, reply) =>
    answer(request, reply, () => {
      const value = ledger.state.accounts.get(request.params.id)?.data.get(request.params.key)
      return value === undefined ? 'not_found' : { value }
    }),
  )

  for (const list of ['operations', 'payments'] as const)
    app.get<{ Params: { id: string }; Querystring: PageQuery }>(
      `/accounts/:id/${list}`,
      async (request, reply) => {
        const { query, params } = request
        const path = `/accounts/${params.id}/${list}`
        const show = (all: readonly OperationRecord[]) =>
          page(all, path, query, (record) => showOperation(record, baseUrl(), query.join === 'transactions'))
        const shown = (history.accountOperations.get(params.id) ?? []).filter(
          (operation) =>
            (list === 'operations' || isPayment(operation)) &&
            (query.include_failed === 'true' || operation.transaction.outcome.result.code === 'tx_success'),
        )
        return answer(
          request,
          reply,
          () => (ledger.state.accounts.has(params.id) ? show(shown) : 'not_found'),
          () => show([]),
        )
      },
    )

  app.get<{ Params: { id: string }; Querystring: PageQuery }>(
    '/accounts/:id/transactions',
    async (request, reply) => {
      const { query, params } = request
      const path = `/accounts/${params.id}/transactions`
      const all = (history.accountTransactions.get(params.id) ?? []).filter(
        ({ outcome }) => query.include_failed === 'true' || outcome.result.code === 'tx_success',
      )
      return answer(
        request,
        reply,
        () =>
          ledger.state.accounts.has(params.id)
            ? page(all, path, query, (record) => showTransaction(record, baseUrl()))
            : 'not_found',
        () => page([], path, query, () => ({})),
      )
    },
  )

  app.get<{ Params: { hash: string } }>('/transactions/:hash', async (request, reply) =>
    answer(
      request,
      reply,
      () => {
        const record = history.transactions.get(request.params.hash)
        return record === undefined ? 'not_found' : showTransaction(record, baseUrl(), request.params.hash)
      },
      () => 'not_found',
    ),
  )

  for (const list of ['operations', 'payments'] as const)
    app.get<{ Params: { hash: string }; Querystring: PageQuery }>(
      `/transactions/:hash/${list}`,
      async (request, reply) =>
        answer(
          request,
          reply,
          () => {
            const record = history.transactions.get(request.params.hash)
            if (record === undefined) return 'not_found'
            const all = history.operationsOf.get(record.submitted.hash) ?? []
            const path = `/transactions/${request.params.hash}/${list}`
            return page(list === 'payments' ? all.filter(isPayment) : all, path, request.query, (operation) =>
              showOperation(operation, baseUrl(), request.query.join === 'transactions'),
            )
          },
          () => 'not_found',
        ),
    )

  app.get<{ Querystring: PageQuery & { claimant?: string } }>('/claimable_balances', async (request, reply) =>
    answer(request, reply, () => {
      const records = [...ledger.state.claimables.values()]
        .filter(({ claimants }) => claimants.includes(request.query.claimant ?? ''))
        .map(({ id, asset, amount, sponsor, claimants, createdIn }) => ({
          id,
          paging_token: `${createdIn}-${id}`,
          asset,
          amount: formatStroops(amount),
          sponsor,
          last_modified_ledger: createdIn,
          claimants: claimants.map((destination) => ({ destination, predicate: { unconditional: true } })),
        }))
      return wrapPage(records, [], `${baseUrl()}/claimable_balances`, request.query)
    }),
  )
}
