import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { type Activity, describeActivity } from '../../../records/businesses/activity.ts'
import { listActivity } from '../../../records/businesses/activity-store.ts'
import { namedObject } from '../../http/object-schemas.ts'
import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { successField, textReply } from '../../http/reply-fields.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { timeReply } from '../people-wire.ts'
import { ACCOUNT_PATH, businessPath, message } from './account-wire.ts'
import { businessOf } from './team-routes.ts'

const MOST = 200
const maybeText = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const ActivityWire = namedObject('Activity', {
  at: timeReply('When it happened.'),
  action: textReply('What happened, for programs. New values may appear.', 'key.issued'),
  by: textReply('Who did it. Operators and the system are `Afara`.', 'Ngozi Eze'),
  sentence: textReply('What happened, for people.', 'Ngozi Eze issued a key.'),
  subject: maybeText('The id of what was changed; null if the sentence names it.'),
  mode: maybeText('`test` or `live`; null if it concerns both.'),
})

const example = {
  at: '2026-11-15T09:30:00.000Z',
  action: 'key.issued',
  by: 'Ngozi Eze',
  sentence: 'Ngozi Eze issued a key.',
  subject: 'key_01a1dcc264cc7ab5819881f76f5e96ba',
  mode: 'test',
}

const listActivityOperation: Operation = {
  id: 'listActivity',
  tag: 'Account',
  summary: 'List who did what in a business',
  description: `The newest ${MOST} changes that people made: team, keys, webhook endpoints, payment orders, settings, and what Afara changed. Nobody can edit them.`,
  parameters: { path: Type.Object(businessPath) },
  replies: {
    200: {
      description: 'The newest first.',
      schema: namedObject('ActivityReply', {
        status: successField,
        message,
        activity: Type.Array(ActivityWire, { description: 'Newest first.' }),
      }),
      examples: { one: successExample('A key was issued', '1 change.', { activity: [example] }) },
    },
  },
  refusals: ['business_unknown'],
}

/** 200: who did what in the business. */
export function listActivityRoute(app: FastifyInstance, { memberPool }: PeopleDeps): void {
  app.get<{ Params: { business_id: string } }>(
    `${ACCOUNT_PATH}/businesses/:business_id/activity`,
    { config: { person: 'activity.list', operation: listActivityOperation } },
    async (request) => {
      const businessId = businessOf(request, 'activity.list')
      const found = await asTenant(memberPool, { businessId, mode: 'live' }, async (sql) =>
        listActivity(sql, businessId, MOST),
      )
      return {
        status: 'success',
        message: found.length === 1 ? '1 change.' : `${found.length} changes.`,
        activity: found.map(toActivity),
      }
    },
  )
}

function toActivity(one: Activity) {
  return {
    at: one.at.toISOString(),
    action: one.action,
    by: one.byName ?? 'Afara',
    sentence: describeActivity(one),
    subject: one.subject,
    mode: one.mode,
  }
}
