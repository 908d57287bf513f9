import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  decideCase,
  listBusinessCases,
  readBusinessCase,
} from '../../../flows/business-cases/business-cases.ts'
import type { AppDeps } from '../app-deps.ts'
import { pageEnd, pageMessage, pageReplyFields, readCursor, writeCursor } from '../list-query.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { type Operation, successExample, walletAddressRefusals } from '../openapi/operation.ts'
import { successField, textReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'
import { readTransactionId, TransactionPath } from '../transactions/told-transaction-wire.ts'
import {
  CASE_PATH,
  Case,
  CasePath,
  CaseReply,
  DecisionBody,
  readAnswer,
  readCaseId,
  toCaseWire,
} from './case-wire.ts'
import { refuseReader, requireDecider } from './require-decider.ts'

const MOST = 100
const USUAL = 20

export const caseExample = {
  case_id: 'cas_01a1dcc33c477feca0d6d2cee34c8ce8',
  transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  type: 'Buy',
  reference: 'order-2291',
  transaction_status: 'part_paid',
  state: 'open',
  code: 'short_payment',
  message: 'The payer sent less than the amount of this buy.',
  amount: 25000.5,
  received: 20000,
  fee: 50,
  choices: [
    {
      choice: 'accept',
      message: 'The buy continues with the naira that arrived, less the fee.',
      amount: 19950,
    },
    {
      choice: 'return',
      message: 'The naira goes back to the account that it came from.',
      amount: 20000,
    },
  ],
  opened_at: '2026-11-15T09:30:00.000Z',
  due_at: '2026-11-17T09:30:00.000Z',
  default: 'afara_decides',
  default_message: 'If you do not decide, our staff decides. The money stays with us until then.',
  decision: null,
}

const decidedExample = {
  ...caseExample,
  transaction_status: 'payment_received',
  state: 'decided',
  choices: [],
  decision: {
    choice: 'accept',
    amount: 20000,
    decided_at: '2026-11-15T10:02:11.000Z',
    decided_by: 'key',
  },
}

export const decidedReply = {
  description: 'What was decided.',
  schema: CaseReply,
  examples: {
    decided: successExample('A short payment was accepted', 'Decided: accept.', { case: decidedExample }),
  },
  headers: ['Idempotent-Replayed' as const],
}

/** What deciding can be refused with, whatever the choice. */
export const decidingRefusals = [
  'case_decided',
  'case_not_open',
  'case_with_us',
  'choice_not_offered',
  'scope_missing',
] as const

const CasesQuery = closedObject({
  limit: Type.Optional(
    Type.String({
      description: `The page size, 1 to ${MOST}. The default is ${USUAL}.`,
      pattern: '^([1-9][0-9]?|100)$',
      examples: ['50'],
    }),
  ),
  after: Type.Optional(
    Type.String({ description: 'The `next` value of the previous page.', maxLength: 100 }),
  ),
  state: Type.Optional(
    Type.Enum(['open', 'ended'], {
      description: 'open: only cases that you can decide. ended: only the others.',
      examples: ['open'],
    }),
  ),
  transaction_id: Type.Optional(TransactionPath.properties.id),
})

type CasesQuery = Static<typeof CasesQuery>

const CaseListReply = namedObject('CaseListReply', {
  status: successField,
  message: textReply('Tells you whether there are more pages.', 'This is the last page.'),
  cases: Type.Array(Case, { description: 'Newest first.' }),
  ...pageReplyFields,
})

const listCasesOperation: Operation = {
  id: 'listCases',
  tag: 'Cases',
  summary: 'List what you can decide',
  description:
    'Questions about your transactions that only you can answer, newest first: what happened, what you can choose, until when, and what happens if you do not decide. The event `case.opened` tells you about a new one. What our staff decides is not here.',
  replies: {
    200: {
      description: 'One page of cases.',
      schema: CaseListReply,
      examples: {
        page: successExample('One open case', 'This is the last page.', {
          cases: [caseExample],
          ...pageEnd(null),
        }),
      },
    },
  },
  refusals: ['cursor_invalid'],
}

/** 200: a page of the cases that the business can decide or decided. */
export function listCasesRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Querystring: CasesQuery }>(
    '/cases/v1',
    { schema: { querystring: CasesQuery }, config: { access: 'read', operation: listCasesOperation } },
    async (request) => {
      const { limit, after, state, transaction_id: transactionId } = request.query
      const key = keyOf(request)
      const { cases, nextBefore } = await listBusinessCases(pool, key.tenant, {
        most: Number(limit ?? USUAL),
        before: after === undefined ? undefined : readCursor('cases', after),
        isOpen: state === undefined ? undefined : state === 'open',
        transactionId: transactionId === undefined ? undefined : readTransactionId({ id: transactionId }),
      })
      const next = nextBefore === undefined ? null : writeCursor('cases', nextBefore)
      return {
        status: 'success',
        message: pageMessage(next),
        cases: cases.map((one) => toCaseWire(one, key)),
        ...pageEnd(next),
      }
    },
  )
}

const readCaseOperation: Operation = {
  id: 'readCase',
  tag: 'Cases',
  summary: 'Read a case',
  description:
    'A case with its choices and, once you decided, your decision. A case of another business or the other mode returns 404.',
  parameters: { path: CasePath },
  replies: {
    200: {
      description: 'The case.',
      schema: CaseReply,
      examples: { open: successExample('A short payment', caseExample.message, { case: caseExample }) },
    },
  },
  refusals: ['case_not_yours', 'not_found'],
}

/** 200: the case of the business. */
export function readCaseRoute(app: FastifyInstance, { pool }: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    CASE_PATH,
    { config: { access: 'read', operation: readCaseOperation } },
    async (request) => {
      const key = keyOf(request)
      const found = toCaseWire(await readBusinessCase(pool, key.tenant, readCaseId(request.params)), key)
      return { status: 'success', message: found.message, case: found }
    },
  )
}

const decideCaseOperation: Operation = {
  id: 'decideCase',
  tag: 'Cases',
  summary: 'Decide a case',
  description: `Carries out one of the \`choices\` of the case. The same decision again changes nothing and gets the same reply; another decision gets 409 \`case_decided\` with what was decided.

For \`wallet\` send \`network\` and \`wallet_address\`. For \`beneficiary\` send \`bank_name\`, \`account_number\` and \`account_name\`. Both pass every check again.

A key needs the scope with which it could have made the transaction like this: \`buy\` for a buy, \`sell\` for a sell, \`payouts\` to name another beneficiary of a sell from the balance. A member on the dashboard can name neither another beneficiary nor another wallet. Naira that goes back always goes to the account that it came from.`,
  parameters: { path: CasePath },
  requestExamples: {
    accept: { summary: 'Accept what arrived', value: { choice: 'accept' } },
    wallet: {
      summary: 'Name another wallet',
      value: {
        choice: 'wallet',
        network: 'Polygon',
        wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
      },
    },
  },
  replies: { 200: decidedReply },
  refusals: [
    'case_not_yours',
    'not_found',
    ...decidingRefusals,
    'bank_unknown',
    'bank_ambiguous',
    'beneficiary_not_enrolled',
    'wallet_incomplete',
    'network_unknown',
    ...walletAddressRefusals,
  ],
}

/** 200: the decision is carried out. */
export function decideCaseRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Params: { id: string }; Body: DecisionBody }>({
    method: 'POST',
    url: `${CASE_PATH}/decisions`,
    onRequest: refuseReader,
    config: { access: 'read', confirmedAccess: 'decide', operation: decideCaseOperation },
    schema: { body: DecisionBody },
    handler: async (request, reply) => {
      const key = keyOf(request)
      const id = readCaseId(request.params)
      const { choice, ...given } = request.body
      requireDecider(key, await readBusinessCase(deps.pool, key.tenant, id), choice)
      const answer = readAnswer(choice, given, key, deps.addresses)
      const { decided, isReplay } = await decideCase(deps, key.tenant, id, answer)
      if (isReplay) reply.header('idempotent-replayed', 'true')
      return { status: 'success', message: `Decided: ${choice}.`, case: toCaseWire(decided, key) }
    },
  })
}
