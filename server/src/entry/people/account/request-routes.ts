import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { parseId } from '../../../kernel/ids/ids.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { listRequests } from '../../../records/requests/request-log-store.ts'
import { closedObject } from '../../http/object-schemas.ts'
import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { wordReply } from '../../http/reply-fields.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { ACCOUNT_PATH, businessPath } from './account-wire.ts'
import { RequestsReply, readCursor, requestExample, toCursor, toRequestWire } from './request-wire.ts'
import { businessOf } from './team-routes.ts'

const PAGE = 50

const RequestsQuery = closedObject({
  mode: wordReply(['test', 'live'], 'Requests of keys of this mode.'),
  only: Type.Optional(wordReply(['failed'], 'Only requests that failed.')),
  key_id: Type.Optional(
    Type.String({ description: 'Only requests of this key.', pattern: '^key_[0-9a-f]{32}$' }),
  ),
  after: Type.Optional(
    Type.String({
      description: 'The `next` value of the previous page.',
      pattern: '^[0-9]{13}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    }),
  ),
})

const listRequestsOperation: Operation = {
  id: 'listRequests',
  tag: 'Account',
  summary: 'List the latest requests of your programs',
  description:
    'Requests that came with a key of the business, newest first. We keep them for seven days, at most ten thousand in each mode. They appear within two seconds. Of a key that sends more than 25 requests in a second, we keep a sample; failures have room of their own. A request whose key we refuse has no business, so it is not listed.',
  parameters: { path: Type.Object(businessPath) },
  replies: {
    200: {
      description: 'One page of requests.',
      schema: RequestsReply,
      examples: {
        one: successExample('A refused buy', '1 request.', { requests: [requestExample], next: null }),
      },
    },
  },
  refusals: ['business_unknown'],
}

/** 200: the latest requests of the keys of the business in one mode. */
export function listRequestsRoute(app: FastifyInstance, { memberPool }: PeopleDeps): void {
  app.get<{ Params: { business_id: string }; Querystring: Static<typeof RequestsQuery> }>(
    `${ACCOUNT_PATH}/businesses/:business_id/requests`,
    {
      config: { person: 'requests.list', operation: listRequestsOperation },
      schema: { querystring: RequestsQuery },
    },
    async (request) => {
      const businessId = businessOf(request, 'requests.list')
      const { mode, only, key_id: keyId, after } = request.query
      const filter = {
        mode,
        onlyFailed: only === 'failed',
        keyId: keyId === undefined ? undefined : parseId('key', keyId),
        before: after === undefined ? undefined : readCursor(after),
        limit: PAGE + 1,
      }
      const found = await asTenant(memberPool, { businessId, mode }, async (sql) => listRequests(sql, filter))
      const requests = found.slice(0, PAGE)
      const last = requests.at(-1)
      return {
        status: 'success',
        message: requests.length === 1 ? '1 request.' : `${requests.length} requests.`,
        requests: requests.map(toRequestWire),
        next: found.length > PAGE && last !== undefined ? toCursor(last) : null,
      }
    },
  )
}
