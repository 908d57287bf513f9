import { Type } from 'typebox'
import { type BankStanding, bankStates, unknownStanding } from '../../../movements/payouts/bank-standing.ts'
import type { Bank } from '../../../records/banks/bank.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'

const Health = Type.Object(
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
  { $id: 'BankHealth', additionalProperties: false, description: 'From our own payments and nothing else.' },
)

const BankEntry = Type.Object(
  {
    code: textReply('Takes the place of the name wherever a bank is asked for.', '000013'),
    name: textReply('Its name.', 'Guaranty Trust Bank'),
    other_names: Type.Array(Type.String(), { description: 'Names that are understood as well.' }),
    kind: textReply('What kind of institution it is. New words may come.', 'dmb'),
    health: Health,
  },
  { $id: 'Bank', additionalProperties: false, description: 'A bank that an account can be at.' },
)

export const BanksReply = Type.Object(
  {
    status: successField,
    message: textReply('For people.', '658 banks, with how our own payments to them did.'),
    banks: Type.Array(BankEntry),
  },
  { $id: 'BanksReply', additionalProperties: false },
)

export function toBanksReply(banks: readonly Bank[], standings: ReadonlyMap<string, BankStanding>) {
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
