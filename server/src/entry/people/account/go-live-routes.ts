import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { fillItems, proveAccount, readFile, submitFile } from '../../../flows/go-live/fill-file.ts'
import { AGREEMENT_VERSION, goLiveItems } from '../../../records/businesses/go-live/go-live-file.ts'
import { requireMembership, requireRoleIn } from '../../../records/people/person.ts'
import type { Action } from '../../../records/people/role-actions.ts'
import { namedObject } from '../../http/object-schemas.ts'
import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { successField } from '../../http/reply-fields.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { signedInOf } from '../people-gate.ts'
import { readIdOr } from '../people-wire.ts'
import { ACCOUNT_PATH, businessPath, message } from './account-wire.ts'
import { AccountBody, GoLiveWire, readItems, SaveBody, toGoLiveWire } from './go-live-wire.ts'

const GO_LIVE_PATH = `${ACCOUNT_PATH}/businesses/:business_id/go-live`

const fileExample = {
  state: 'draft',
  items: goLiveItems.map((item) => ({ item, is_complete: item === 'company' })),
  company: { legal_name: 'Ada Foods Limited', rc_number: 'RC1234567' },
  people: [],
  documents: [],
  account: null,
  volumes: null,
  agreement: null,
  agreement_version: AGREEMENT_VERSION,
  consent: null,
  submission: null,
  tier: null,
  daily_limit: null,
}

const GoLiveReply = namedObject('GoLiveReply', { status: successField, message, go_live: GoLiveWire })

/** Every route answers with the whole file, so that the page shows what is stored. */
const about = (words: string): Pick<Operation, 'tag' | 'parameters' | 'replies'> => ({
  tag: 'Account',
  parameters: { path: Type.Object(businessPath) },
  replies: {
    200: {
      description: 'The file as it is now.',
      schema: GoLiveReply,
      examples: { file: successExample('A file', words, { go_live: fileExample }) },
    },
  },
})

const readOperation: Operation = {
  ...about('Your go-live file.'),
  id: 'readGoLive',
  summary: 'Read the go-live file',
  description: 'What was filled in, what is missing, what was submitted, and what we decided about it.',
  refusals: ['business_unknown'],
}
const saveOperation: Operation = {
  ...about('Saved.'),
  id: 'saveGoLive',
  summary: 'Fill in the go-live file',
  description:
    'Stores the items that you send and keeps the others. Send only digests of documents: keep the documents, because we ask for them when we check your business. Send the reference of the check of a BVN or NIN, and never the number.',
  requestExamples: { company: { summary: 'One item', value: { company: fileExample.company } } },
  refusals: ['business_unknown', 'already_live', 'name_invalid', 'amount_malformed', 'amount_too_fine'],
}
const accountOperation: Operation = {
  ...about('The bank answered.'),
  id: 'proveAccount',
  summary: 'Prove the bank account',
  description:
    'Asks the bank who owns the account, and stores the account with the answer. A business can ask ten times in a day.',
  requestExamples: {
    account: { summary: 'An account', value: { bank: 'GTBank', account_number: '0123456789' } },
  },
  refusals: [
    'business_unknown',
    'already_live',
    'account_unknown',
    'bank_unknown',
    'bank_ambiguous',
    'rate_limited',
    'unavailable',
  ],
}
const submitOperation: Operation = {
  ...about('Submitted. Two people decide, usually within one business day.'),
  id: 'submitGoLive',
  summary: 'Submit the go-live file',
  description:
    'Submits the file as a version that nobody can change. Two operators decide on it. If they refuse it, the file says what to fix; correct it and submit again.',
  refusals: ['business_unknown', 'already_live', 'go_live_incomplete', 'email_unconfirmed'],
}

type Params = { Params: { business_id: string } }

export function readGoLiveRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.get<Params>(
    GO_LIVE_PATH,
    { config: { person: 'go_live.read', operation: readOperation } },
    async (request) => {
      const { businessId } = managerOf(request, 'go_live.read')
      return replyWith('Your go-live file.', await readFile(deps, businessId))
    },
  )
}

export function saveGoLiveRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<Params & { Body: Static<typeof SaveBody> }>({
    method: 'POST',
    url: GO_LIVE_PATH,
    config: { person: 'go_live.manage', operation: saveOperation },
    schema: { body: SaveBody },
    handler: async (request) => {
      const { person } = signedInOf(request)
      const items = readItems(request.body, person.name, deps.clock.now())
      return replyWith('Saved.', await fillItems(deps, managerOf(request, 'go_live.manage'), items))
    },
  })
}

export function proveAccountRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<Params & { Body: Static<typeof AccountBody> }>({
    method: 'POST',
    url: `${GO_LIVE_PATH}/account`,
    config: { person: 'go_live.manage', operation: accountOperation },
    schema: { body: AccountBody },
    handler: async (request) => {
      const { bank, account_number: accountNumber } = request.body
      const by = managerOf(request, 'go_live.manage')
      return replyWith('The bank answered.', await proveAccount(deps, by, { bank, accountNumber }))
    },
  })
}

export function submitGoLiveRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.post<Params>(
    `${GO_LIVE_PATH}/submit`,
    { config: { person: 'go_live.manage', operation: submitOperation } },
    async (request) =>
      replyWith(
        'Submitted. Two people decide, usually within one business day.',
        await submitFile(deps, managerOf(request, 'go_live.manage')),
      ),
  )
}

function replyWith(words: string, record: Parameters<typeof toGoLiveWire>[0]) {
  return { status: 'success', message: words, go_live: toGoLiveWire(record) }
}

/** Returns who fills in the file of the business in the URL. */
function managerOf(request: FastifyRequest<Params>, action: Action) {
  const { person } = signedInOf(request)
  const unknown = 'This business does not exist.'
  const businessId = readIdOr('business', request.params.business_id, 'business_unknown', unknown)
  requireMembership(person, businessId)
  requireRoleIn(person, businessId, action)
  return { memberId: person.id, businessId }
}
