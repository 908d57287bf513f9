import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  cancelPayouts,
  confirmPayouts,
  listBatches,
  listRows,
  makeBatch,
  readBatch,
} from '../../../flows/batches/make-batches.ts'
import type { Pool, Tenant } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import { CSV_TYPE, toCsv } from '../csv-text.ts'
import { exactTextsIn } from '../exact-json.ts'
import {
  pageEnd,
  pageFields,
  pageMessage,
  readCursor,
  readPageSize,
  readRowCursor,
  writeCursor,
  writeRowCursor,
} from '../list-query.ts'
import { closedObject } from '../object-schemas.ts'
import { keyOf } from '../require-key.ts'
import {
  cancelBatchOperation,
  confirmBatchOperation,
  exportRowsOperation,
  listBatchesOperation,
  listRowsOperation,
  makeBatchOperation,
  readBatchOperation,
} from './batch-operations.ts'
import { outcomeColumns, toOutcomeLine, toRowWire } from './batch-row-wire.ts'
import {
  BATCH_PATH,
  BATCHES_PATH,
  BatchBody,
  ConfirmBody,
  leaveOutWrongRows,
  messageOfBatch,
  readBatchId,
  readTotalMinor,
  toBatchWire,
  toGivenRows,
} from './batch-wire.ts'

/** Ten thousand rows of 400 bytes. */
const BODY_LIMIT = 4 * 1024 * 1024
const LINES_AT_ONCE = 1_000

const replyOf = (batch: Awaited<ReturnType<typeof readBatch>>) => ({
  status: 'success',
  message: messageOfBatch(batch),
  batch: toBatchWire(batch),
})

/** 200: the batch is stored. Its rows are being checked, and nothing is paid. */
export function makeBatchRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: BatchBody }>({
    method: 'POST',
    url: BATCHES_PATH,
    bodyLimit: BODY_LIMIT,
    config: {
      access: 'payouts',
      cost: 50,
      csvField: 'rows',
      movesValue: () => true,
      operation: makeBatchOperation,
    },
    schema: { body: BatchBody },
    preValidation: (request, _reply, done) => {
      leaveOutWrongRows(request.body)
      done()
    },
    handler: async (request, reply) => {
      const amounts = exactTextsIn(request.rawBody, request.body, { list: 'rows', field: 'amount' })
      try {
        return replyOf(
          await makeBatch(deps, keyOf(request), toGivenRows(request.body, amounts), request.signed),
        )
      } catch (error) {
        const seconds = error instanceof Refusal ? error.detail?.['retry_after_seconds'] : undefined
        if (typeof seconds === 'number') reply.header('retry-after', seconds)
        throw error
      }
    },
  })
}

const BatchesQuery = closedObject(pageFields)

/** 200: a page of the batches of the business. */
export function listBatchesRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Querystring: Static<typeof BatchesQuery> }>(
    BATCHES_PATH,
    { schema: { querystring: BatchesQuery }, config: { access: 'read', operation: listBatchesOperation } },
    async (request) => {
      const { limit, after } = request.query
      const { batches, nextBefore } = await listBatches(pool, keyOf(request).tenant, {
        most: readPageSize(limit),
        before: after === undefined ? undefined : readCursor('batches', after),
      })
      const next = nextBefore === undefined ? null : writeCursor('batches', nextBefore)
      return {
        status: 'success',
        message: pageMessage(next),
        batches: batches.map(toBatchWire),
        ...pageEnd(next),
      }
    },
  )
}

/** 200: the batch of the business. */
export function readBatchRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    BATCH_PATH,
    { config: { access: 'read', operation: readBatchOperation } },
    async (request) => replyOf(await readBatch(pool, keyOf(request).tenant, readBatchId(request.params))),
  )
}

const RowsQuery = closedObject({
  ...pageFields,
  only: Type.Optional(
    Type.Enum(['problems'], {
      description: 'problems: only rows that have problems.',
      examples: ['problems'],
    }),
  ),
})

/** 200: a page of the rows of a batch. */
export function listBatchRowsRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Params: { id: string }; Querystring: Static<typeof RowsQuery> }>(
    `${BATCH_PATH}/rows`,
    { schema: { querystring: RowsQuery }, config: { access: 'read', operation: listRowsOperation } },
    async (request) => {
      const { limit, after, only } = request.query
      const { rows, nextAfter } = await listRows(pool, keyOf(request).tenant, {
        id: readBatchId(request.params),
        after: after === undefined ? 0 : readRowCursor(after),
        most: readPageSize(limit),
        onlyProblems: only === 'problems',
      })
      const next = nextAfter === undefined ? null : writeRowCursor(nextAfter)
      return { status: 'success', message: pageMessage(next), rows: rows.map(toRowWire), ...pageEnd(next) }
    },
  )
}

/** 200: every row with its outcome as one file, which is produced while it is read. */
export function exportBatchRowsRoute(app: FastifyInstance, { exports }: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    `${BATCH_PATH}/rows.csv`,
    { config: { access: 'read', cost: 20, operation: exportRowsOperation } },
    async (request, reply) => {
      const { tenant } = keyOf(request)
      const id = readBatchId(request.params)
      await exports.begin(reply)
      await readBatch(exports.pool, tenant, id)
      reply.type(CSV_TYPE).header('content-disposition', `attachment; filename="${request.params.id}.csv"`)
      return reply.send(Readable.from(outcomeLines(exports.pool, tenant, id), { objectMode: false }))
    },
  )
}

async function* outcomeLines(pool: Pool, tenant: Tenant, id: string) {
  yield toCsv([outcomeColumns])
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: Awaited<ReturnType<typeof listRows>> = await listRows(pool, tenant, {
      id,
      after,
      most: LINES_AT_ONCE,
      onlyProblems: false,
    })
    yield toCsv(page.rows.map(toOutcomeLine))
    after = page.nextAfter
  }
}

/** 200: the batch is confirmed, and each row without a problem is paid. */
export function confirmBatchRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Params: { id: string }; Body: ConfirmBody }>({
    method: 'POST',
    url: `${BATCH_PATH}/confirm`,
    config: { access: 'payouts', movesValue: () => true, operation: confirmBatchOperation },
    schema: { body: ConfirmBody },
    handler: async (request, reply) => {
      const { rows, skip_problems: skipProblems = false } = request.body
      const { batch, isReplay } = await confirmPayouts(deps, keyOf(request), readBatchId(request.params), {
        rows,
        totalMinor: readTotalMinor(request.body),
        skipProblems,
        signed: request.signed,
      })
      if (isReplay) reply.header('idempotent-replayed', 'true')
      return replyOf(batch)
    },
  })
}

/** 200: the batch is cancelled, and nothing of it is ever paid. */
export function cancelBatchRoute(app: FastifyInstance, deps: AppDeps): void {
  app.post<{ Params: { id: string } }>(
    `${BATCH_PATH}/cancel`,
    { config: { access: 'payouts', operation: cancelBatchOperation } },
    async (request, reply) => {
      const { batch, isReplay } = await cancelPayouts(deps, keyOf(request), readBatchId(request.params))
      if (isReplay) reply.header('idempotent-replayed', 'true')
      return replyOf(batch)
    },
  )
}
