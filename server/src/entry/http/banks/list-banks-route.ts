import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { type BankStanding, bankStates, unknownStanding } from '../../../movements/payouts/bank-standing.ts'
import { type Bank, nigerianBanks } from '../../../records/banks/bank-directory.ts'
import type { AppDeps } from '../app-deps.ts'
import { namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'

const Health = namedObject(
  'BankHealth',
  {
    state: wordReply(
      bankStates,
      'good; slow: half of the payments take longer than a minute; degraded: more than one in ten does not come through; down: nothing comes through now; unknown: we have paid there fewer than five times in a week.',
    ),
    typical_seconds: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'Half of our payments that came through took no longer; null where too few were made.',
      examples: [12],
    }),
    success_percent: Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()], {
      description: 'Of a hundred payments so many came through; null where too few were made.',
      examples: [99],
    }),
    attempts: Type.Integer({ minimum: 0, description: 'What this is told from.', examples: [481] }),
  },
  'From our own payments and nothing else.',
)

const BankEntry = namedObject(
  'Bank',
  {
    code: textReply('Takes the place of the name wherever a bank is asked for.', '000013'),
    name: textReply('Its name.', 'Guaranty Trust Bank'),
    other_names: Type.Array(Type.String(), { description: 'Names that are understood as well.' }),
    kind: textReply('What kind of institution it is. New words may come.', 'dmb'),
    health: Health,
  },
  'A bank that an account can be at.',
)

const BanksReply = namedObject('BanksReply', {
  status: successField,
  message: textReply('For people.', '658 banks, with how our own payments to them did.'),
  banks: Type.Array(BankEntry),
})

const listBanksOperation: Operation = {
  id: 'listBanks',
  tag: 'Banks',
  summary: 'List the banks',
  description:
    'Every bank that a payer or a beneficiary can be at, with how our own payments there did in the last day (in the last week, where the day has fewer than five). Use it to warn a customer whose bank is down before they sell.',
  replies: {
    200: {
      description: 'The banks.',
      schema: BanksReply,
      examples: {
        banks: successExample(
          'One that does well, and one that nothing is known of',
          '658 banks, with how our own payments to them did.',
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
          },
        ),
      },
    },
  },
  refusals: [],
}

/** The directory, with how each bank does. */
export function listBanksRoute(app: FastifyInstance, { bankStandings }: AppDeps): void {
  app.get('/banks/v1', { config: { access: 'read', operation: listBanksOperation } }, async (request) =>
    toBanksReply(nigerianBanks.banks, await bankStandings.of(keyOf(request).tenant.mode)),
  )
}

function toBanksReply(banks: readonly Bank[], standings: ReadonlyMap<string, BankStanding>) {
  return {
    status: 'success',
    message: `${banks.length} banks, with how our own payments to them did.`,
    banks: banks.map((bank) => ({
      code: bank.key,
      name: bank.name,
      other_names: bank.aliases ?? [],
      kind: bank.kind,
      health: toHealth(standings.get(bank.key) ?? unknownStanding),
    })),
  }
}

function toHealth({ state, typicalSeconds, successPercent, attempts }: BankStanding) {
  return { state, typical_seconds: typicalSeconds, success_percent: successPercent, attempts }
}
