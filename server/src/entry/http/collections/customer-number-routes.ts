import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import {
  endNumber,
  listCustomerNumbers,
  obtainCustomerNumber,
  readCustomerNumber as readOwnNumber,
} from '../../../flows/collections/customer-numbers.ts'
import type { AppDeps } from '../app-deps.ts'
import { pageEnd, pageFields, pageMessage, readCursor, readPageSize, writeCursor } from '../list-query.ts'
import { closedObject } from '../object-schemas.ts'
import { keyOf } from '../require-key.ts'
import {
  endNumberOperation,
  listNumbersOperation,
  obtainNumberOperation,
  readNumberOperation,
} from './customer-number-operations.ts'
import {
  CustomerNumberBody,
  NUMBER_PATH,
  NUMBERS_PATH,
  readCustomerNumber,
  readNumberId,
  toNumberReply,
  toNumberWire,
} from './customer-number-wire.ts'

/** 200: the customer has a number, and payments to it become buys. */
export function obtainNumberRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: CustomerNumberBody }>({
    method: 'POST',
    url: NUMBERS_PATH,
    config: { access: 'buy', operation: obtainNumberOperation },
    schema: { body: CustomerNumberBody },
    handler: async (request, reply) => {
      const key = keyOf(request)
      const asked = readCustomerNumber(request.body, key, deps.addresses)
      const visible = await deps.vendorAccounts.visibleTo(key.tenant)
      const { number, isReplay } = await obtainCustomerNumber(deps, key, visible, asked)
      if (isReplay) reply.header('idempotent-replayed', 'true')
      return toNumberReply(number)
    },
  })
}

const NumbersQuery = closedObject(pageFields)

/** 200: a page of the standing numbers of the business. */
export function listNumbersRoute(app: FastifyInstance, deps: AppDeps): void {
  app.get<{ Querystring: Static<typeof NumbersQuery> }>(
    NUMBERS_PATH,
    { schema: { querystring: NumbersQuery }, config: { access: 'read', operation: listNumbersOperation } },
    async (request) => {
      const { limit, after } = request.query
      const { numbers, nextBefore } = await listCustomerNumbers(deps, keyOf(request).tenant, {
        most: readPageSize(limit),
        before: after === undefined ? undefined : readCursor('customer_numbers', after),
      })
      const next = nextBefore === undefined ? null : writeCursor('customer_numbers', nextBefore)
      return {
        status: 'success',
        message: pageMessage(next),
        numbers: numbers.map(toNumberWire),
        ...pageEnd(next),
      }
    },
  )
}

/** 200: the standing number of the business. */
export function readNumberRoute(app: FastifyInstance, deps: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    NUMBER_PATH,
    { config: { access: 'read', operation: readNumberOperation } },
    async (request) =>
      toNumberReply(await readOwnNumber(deps, keyOf(request).tenant, readNumberId(request.params))),
  )
}

/** 200: the number has ended, and what is paid to it later goes back. */
export function endNumberRoute(app: FastifyInstance, deps: AppDeps): void {
  app.post<{ Params: { id: string } }>(
    `${NUMBER_PATH}/end`,
    { config: { access: 'buy', operation: endNumberOperation } },
    async (request, reply) => {
      const { number, isReplay } = await endNumber(deps, keyOf(request).tenant, readNumberId(request.params))
      if (isReplay) reply.header('idempotent-replayed', 'true')
      return toNumberReply(number)
    },
  )
}
