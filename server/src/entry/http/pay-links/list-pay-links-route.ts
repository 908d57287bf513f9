import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { listPayLinks, type PayLinkSums } from '../../../flows/pay-links/own-pay-links.ts'
import { jsonNumber } from '../../../kernel/money/money.ts'
import type { AppDeps } from '../app-deps.ts'
import { schemaProblems } from '../error-replies.ts'
import {
  pageEnd,
  pageFields,
  pageMessage,
  pageReplyFields,
  periodFields,
  readCursor,
  readFrom,
  readPageSize,
  readTo,
  writeCursor,
} from '../list-query.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { readFields } from '../read-fields.ts'
import { amountReply, successField, textReply } from '../reply-fields.ts'
import { metadataQuery, readMetadataQuery } from '../request-fields.ts'
import { keyOf } from '../require-key.ts'
import { requireStatus } from '../transactions/list-transactions-route.ts'
import { payLinkExample } from './pay-link-operations.ts'
import { PayLinkSchema, toPayLinkWire } from './pay-link-wire.ts'

const PayLinksQuery = closedObject({
  ...pageFields,
  status: Type.Optional(
    Type.String({
      description: 'One status of the buy, or several separated by commas.',
      maxLength: 400,
      pattern: '^[A-Za-z_]+(,[A-Za-z_]+)*$',
      examples: ['pending_payment,part_paid'],
    }),
  ),
  metadata: metadataQuery,
  ...periodFields,
})

type PayLinksQuery = Static<typeof PayLinksQuery>

const count = (description: string, example: number) =>
  Type.Integer({ description, minimum: 0, examples: [example] })

const PayLinkListReply = namedObject('PayLinkListReply', {
  status: successField,
  message: textReply('Tells you whether there are more pages.', 'This is the last page.'),
  pay_links: Type.Array(PayLinkSchema, { description: 'Newest first.' }),
  totals: namedObject(
    'PayLinkTotals',
    {
      links: count('All links of the period.', 12),
      open: count('Links that can still be paid.', 3),
      open_amount: amountReply('The naira that the open links ask for.', 75001.12),
      paid: count('Links that were paid in full.', 8),
      received: amountReply('The naira that arrived and was not sent back.', 200003.4),
      is_complete: Type.Boolean({
        description: 'False if there are so many links that only the newest were counted.',
        examples: [true],
      }),
    },
    'The sums of the period. The filter `status` does not change them.',
  ),
  ...pageReplyFields,
})

const listPayLinksOperation: Operation = {
  id: 'listPayLinks',
  tag: 'Pay links',
  summary: 'List pay links',
  description:
    'Your pay links, newest first, each with the status of its buy, and what they brought in. Keep requesting pages while `next` is not null. A page can be shorter than `limit`, or empty, without being the last one.',
  replies: {
    200: {
      description: 'One page of links.',
      schema: PayLinkListReply,
      examples: {
        page: successExample('One link', 'This is the last page.', {
          pay_links: [payLinkExample],
          totals: {
            links: 12,
            open: 3,
            open_amount: 75001.12,
            paid: 8,
            received: 200003.4,
            is_complete: true,
          },
          ...pageEnd(null),
        }),
      },
    },
  },
  refusals: ['cursor_invalid'],
}

/** 200: a page of the pay links of the business, and the sums of the period. */
export function listPayLinksRoute(app: FastifyInstance, { pool, docs }: AppDeps): void {
  app.get<{ Querystring: PayLinksQuery }>(
    '/pay-links/v1',
    {
      schema: { querystring: PayLinksQuery },
      attachValidation: true,
      config: { access: 'read', operation: listPayLinksOperation },
    },
    async (request) => {
      const { filter, place } = readPayLinksQuery(request)
      const { links, nextBefore, sums } = await listPayLinks(pool, keyOf(request).tenant, filter, place)
      const next = nextBefore === undefined ? null : writeCursor('pay_links', nextBefore)
      return {
        status: 'success',
        message: pageMessage(next),
        pay_links: links.map((link) => toPayLinkWire(link, docs.baseUrl, [])),
        totals: toTotalsWire(sums),
        ...pageEnd(next),
      }
    },
  )
}

function readPayLinksQuery(request: FastifyRequest<{ Querystring: PayLinksQuery }>) {
  const { limit, after, status, metadata, from, to } = request.query
  const read = readFields(
    {
      status: () => status?.split(',').map(requireStatus),
      from: () => readFrom(from),
      to: () => readTo(to),
    },
    schemaProblems(request),
  )
  return {
    filter: {
      statuses: read.status,
      metadata: readMetadataQuery(metadata),
      from: read.from,
      to: read.to,
    },
    place: {
      most: readPageSize(limit),
      before: after === undefined ? undefined : readCursor('pay_links', after),
    },
  }
}

function toTotalsWire({ count: links, openCount, openAmount, paidCount, received, isCut }: PayLinkSums) {
  return {
    links,
    open: openCount,
    open_amount: jsonNumber(openAmount),
    paid: paidCount,
    received: jsonNumber(received),
    is_complete: !isCut,
  }
}
