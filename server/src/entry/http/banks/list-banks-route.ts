import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { type BankStanding, bankStates, unknownStanding } from '../../../movements/payouts/bank-standing.ts'
import { type Bank, nigerianBanks } from '../../../records/banks/bank-directory.ts'
import type { AppDeps } from '../app-deps.ts'
import { cursorInvalid, pageEnd, pageFields, pageReplyFields } from '../list-query.ts'
import { namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'

const Health = namedObject(
  'BankHealth',
  {
    state: wordReply(
      bankStates,
      'good: most payments arrive within a minute. slow: half of the payments take longer than a minute. degraded: more than one in ten fails. down: no payment arrives now. unknown: we made fewer than five payments there in the last week.',
    ),
    typical_seconds: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'The median time of our successful payments; null if there were too few.',
      examples: [12],
    }),
    success_percent: Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], {
      description: 'The percentage of our payments that succeeded; null if there were too few.',
      examples: [99],
    }),
    attempts: Type.Integer({
      minimum: 0,
      description: 'The number of our payments that these figures come from.',
      examples: [481],
    }),
  },
  'Measured from our own payments only.',
)

const BankEntry = namedObject(
  'Bank',
  {
    code: textReply('The bank code. You can send it wherever a bank name is accepted.', '000013'),
    name: textReply('The bank’s name.', 'Guaranty Trust Bank'),
    other_names: Type.Array(Type.String(), { description: 'Other names that we accept.' }),
    kind: textReply('The kind of institution. New values may be added.', 'dmb'),
    health: Health,
  },
  'A bank that can hold a payer’s or beneficiary’s account.',
)

const BanksReply = namedObject('BanksReply', {
  status: successField,
  message: textReply('A human-readable message.', '658 banks, with the results of our own payments to them.'),
  banks: Type.Array(BankEntry),
  ...pageReplyFields,
})

const listBanksOperation: Operation = {
  id: 'listBanks',
  tag: 'Banks',
  summary: 'List banks',
  description:
    'Every bank that a payer or a beneficiary can use, with the results of our own payments to it in the last day (or the last week, if there were fewer than five). Use it to warn a customer whose bank is down before they sell. Without `limit` and `after`, one page has all banks.',
  replies: {
    200: {
      description: 'The banks.',
      schema: BanksReply,
      examples: {
        banks: successExample(
          'A bank in good state, and one without recent payments',
          '658 banks, with the results of our own payments to them.',
          {
            banks: [
              {
                code: '000013',
                name: 'Guaranty Trust Bank',
                other_names: ['GTBank', 'GTB'],
                kind: 'dmb',
                health: { state: 'good', typical_seconds: 12, success_percent: 99, attempts: 481 },
              },
              {
                code: '120001',
                name: '9mobile 9Payment Service Bank',
                other_names: ['9PSB'],
                kind: 'psb',
                health: { state: 'unknown', typical_seconds: null, success_percent: null, attempts: 2 },
              },
            ],
            ...pageEnd('120001'),
          },
        ),
      },
    },
  },
  refusals: ['cursor_invalid'],
}

// Open, because this route has ignored unknown parameters from the beginning.
const BanksQuery = Type.Object({
  limit: Type.Optional(
    Type.String({
      description: 'The page size, 1 to 100. Without it, the page has all banks.',
      pattern: '^([1-9][0-9]?|100)$',
      examples: ['50'],
    }),
  ),
  after: pageFields.after,
})

type BanksQuery = Static<typeof BanksQuery>

/** Returns the directory of banks with the standing of each. */
export function listBanksRoute(app: FastifyInstance, { bankStandings }: AppDeps): void {
  app.get<{ Querystring: BanksQuery }>(
    '/banks/v1',
    { schema: { querystring: BanksQuery }, config: { access: 'read', operation: listBanksOperation } },
    async (request) => {
      const { banks, next } = pageOfBanks(request.query)
      return toBanksReply(banks, next, await bankStandings.of(keyOf(request).tenant.mode))
    },
  )
}

/** The order of the directory never changes, so the code of the last bank marks the end of a page. */
function pageOfBanks({
  limit,
  after,
}: BanksQuery): Readonly<{ banks: readonly Bank[]; next: string | null }> {
  const { banks } = nigerianBanks
  const place = after === undefined ? -1 : banks.findIndex(({ key }) => key === after)
  if (after !== undefined && place === -1) throw cursorInvalid()
  const page = banks.slice(place + 1, limit === undefined ? undefined : place + 1 + Number(limit))
  const last = page.at(-1)
  return { banks: page, next: last === undefined || last === banks.at(-1) ? null : last.key }
}

function toBanksReply(
  banks: readonly Bank[],
  next: string | null,
  standings: ReadonlyMap<string, BankStanding>,
) {
  return {
    status: 'success',
    message: `${banks.length} banks, with the results of our own payments to them.`,
    banks: banks.map((bank) => ({
      code: bank.key,
      name: bank.name,
      other_names: bank.aliases ?? [],
      kind: bank.kind,
      health: toHealth(standings.get(bank.key) ?? unknownStanding),
    })),
    ...pageEnd(next),
  }
}

function toHealth({ state, typicalSeconds, successPercent, attempts }: BankStanding) {
  return { state, typical_seconds: typicalSeconds, success_percent: successPercent, attempts }
}
