import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { selectBusinessRows } from '../../../flows/console/business-screen-store.ts'
import { readBusinessScreen } from '../../../flows/console/read-business.ts'
import { closedObject } from '../../http/object-schemas.ts'
import { wordReply } from '../../http/reply-fields.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { listBusinessesOperation, readBusinessOperation } from './business-operations.ts'
import { BusinessParams, businessStatuses, toBusinessRowWire, toBusinessWire } from './business-wire.ts'
import { CONSOLE_PATH, ConsoleParams } from './console-wire.ts'

const MOST_BUSINESSES = 200

const BusinessesQuery = closedObject({
  who: Type.Optional(Type.String({ description: 'Part of a name or of a link tag.', maxLength: 100 })),
  state: Type.Optional(wordReply(businessStatuses, 'Only this state.')),
})

export function listBusinessesRoute(app: FastifyInstance, { pool, clock }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams>; Querystring: Static<typeof BusinessesQuery> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/businesses`,
    config: { person: 'records.read', operation: listBusinessesOperation },
    schema: { params: ConsoleParams, querystring: BusinessesQuery },
    handler: async (request) => {
      const { who, state: status } = request.query
      const { mode } = request.params
      const found = await selectBusinessRows(
        pool,
        { mode, who, status },
        { most: MOST_BUSINESSES + 1, at: clock.now() },
      )
      return {
        status: 'success',
        message:
          found.length === 1 ? '1 business.' : `${Math.min(found.length, MOST_BUSINESSES)} businesses.`,
        businesses: found.slice(0, MOST_BUSINESSES).map(toBusinessRowWire),
        has_more: found.length > MOST_BUSINESSES,
      }
    },
  })
}

export function readBusinessRoute(app: FastifyInstance, { pool, clock, businessKeys }: PeopleDeps): void {
  app.route<{ Params: Static<typeof BusinessParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/businesses/:business_id`,
    config: { person: 'records.read', operation: readBusinessOperation },
    schema: { params: BusinessParams },
    handler: async (request) => {
      const { mode, business_id: idOrLinkTag } = request.params
      const at = clock.now()
      const screen = await readBusinessScreen(pool, businessKeys, mode, { idOrLinkTag, at })
      return { status: 'success', message: screen.business.name, ...toBusinessWire(screen, at) }
    },
  })
}
