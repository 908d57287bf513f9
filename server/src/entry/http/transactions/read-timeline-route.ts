import type { FastifyInstance } from 'fastify'
import { requireOwnTimeline } from '../../../flows/transactions/read-transactions.ts'
import type { AppDeps } from '../app-deps.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { keyOf } from '../require-key.ts'
import { TimelineReply, toTimelineReply } from './timeline-wire.ts'
import { readTransactionId, TRANSACTION_PATH, TransactionPath } from './told-transaction-wire.ts'

const credit = { kind: 'credit', id: 'crd_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7', url: null }
const session = { kind: 'session', id: '000013261115093001000123456789', url: null }
const transfer = { kind: 'transfer', id: 'trf_01a1dcc6f00d7a1b9c2d3e4f5a6b7c8d', url: null }
const HASH = '0x9a3f0c5be1d24786aa0be4cf71529d3e88f60417c2b5a9d3ef10764c8b2a5d91'
const hash = { kind: 'hash', id: HASH, url: `https://polygonscan.com/tx/${HASH}` }

const step = (
  at: string,
  event: string,
  status: string,
  sentence: string,
  more: { holder?: string; expected_by?: string; evidence?: readonly object[] } = {},
) => ({
  at: `2026-11-15T09:30:${at}Z`,
  event,
  status,
  sentence,
  holder: more.holder ?? 'afara',
  expected_by: more.expected_by ?? null,
  evidence: more.evidence ?? [],
})

const steps = [
  step('00.000', 'accepted', 'pending_payment', 'We are waiting for the naira to reach our bank account.', {
    holder: 'payer',
  }),
  step(
    '02.118',
    'credit_seen',
    'pending_payment',
    'Our bank shows a credit, of which ₦25,000.50 is for this buy.',
    { evidence: [credit, session] },
  ),
  step('02.131', 'paid_in_full', 'payment_received', 'All of the naira has arrived and is being checked.', {
    evidence: [credit, session],
  }),
  step('02.190', 'checks_passed', 'cleared', 'All checks passed; the tokens are about to be sent.', {
    expected_by: '2026-11-15T09:40:02.190Z',
  }),
  step('02.214', 'transfer_opened', 'cleared', '25,000.50 NGNC was reserved for one transfer on Polygon.', {
    evidence: [transfer],
  }),
  step('02.260', 'transfer_signed', 'sending', 'The tokens are on their way on the network.', {
    holder: 'in_flight',
    expected_by: '2026-11-15T10:00:02.260Z',
    evidence: [transfer, hash],
  }),
  step('08.402', 'transfer_final', 'completed', 'The tokens have arrived.', {
    holder: 'recipient',
    evidence: [transfer, hash],
  }),
]

const readTimelineOperation: Operation = {
  id: 'readTimeline',
  tag: 'Transactions',
  summary: 'Read the timeline',
  description: `Every step of a buy, a sell or a withdrawal, oldest first: what happened, who holds the money from then on, when the step should be done, and the references that a bank or a network can verify.

The timeline is read from the records themselves, not from a log. Steps are added and never change, with one exception: if a transfer is sent to a network again, its time is updated.`,
  parameters: { path: TransactionPath },
  replies: {
    200: {
      description: 'The steps so far.',
      schema: TimelineReply,
      examples: {
        completed: successExample('A buy whose tokens were delivered', 'The tokens have arrived.', {
          timeline: {
            id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
            transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
            status: 'completed',
            holder: 'recipient',
            expected_by: null,
            steps,
          },
        }),
      },
    },
  },
  refusals: ['transaction_unknown', 'not_found'],
}

/** 200: every step so far, oldest first. */
export function readTimelineRoute(app: FastifyInstance, { pool, explorers, addresses }: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    `${TRANSACTION_PATH}/timeline`,
    { config: { access: 'read', operation: readTimelineOperation } },
    async (request) => {
      const id = readTransactionId(request.params)
      const { tenant } = keyOf(request)
      const timeline = await requireOwnTimeline(pool, tenant, id)
      return toTimelineReply(id, timeline, { mode: tenant.mode, explorers, addresses })
    },
  )
}
