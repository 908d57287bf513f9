import { Type } from 'typebox'
import type { Preview, Stop } from '../../../flows/previews/preview.ts'
import { jsonNumber } from '../../../kernel/money/money.ts'
import type { FieldProblem, RefusalCode } from '../../../kernel/refusal.ts'
import { walletStopMeanings } from '../../../movements/transfers/wallet-block-meanings.ts'
import { errorCatalogue } from '../error-catalogue/error-catalogue.ts'
import { fieldOfCode } from '../error-replies.ts'
import { namedObject } from '../object-schemas.ts'
import { amountReply, successField, textReply } from '../reply-fields.ts'

const amountOrNull = (description: string, example: number) =>
  Type.Union([amountReply(description, example), Type.Null()], { description })

const PreviewNeed = namedObject('PreviewNeed', {
  code: textReply('What is in the way, for programs. New words may come.', 'no_trustline'),
  message: textReply('The same, for people.', 'The bank has no such account.'),
  field: Type.Union([Type.String(), Type.Null()], {
    description: 'The field to look at first; null where it is none of them.',
    examples: ['wallet_address'],
  }),
  fix: textReply('What mends it.', 'Give an account at another bank.'),
  suggestions: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), code: Type.String() }), {
      description: 'Banks that were perhaps meant.',
    }),
  ),
  minimum: Type.Optional(amountReply('The least, where the amount is too small.', 15_000)),
  maximum: Type.Optional(amountReply('The most, where the amount is too large.', 250_000_000)),
  transaction_id: Type.Optional(
    textReply('The transaction that is in the way.', 'txn_01a1dcc33c477feca0d6d2cee34c8ce8'),
  ),
})

const PreviewWarning = namedObject('PreviewWarning', {
  code: textReply('What to know, for programs. New words may come.', 'bank_slow'),
  message: textReply('The same, for people.', 'GTBank is slow at the moment.'),
})

export const PreviewReply = namedObject('PreviewReply', {
  status: successField,
  message: textReply('For people.', 'Nothing stands in the way. Nothing was recorded.'),
  preview: namedObject('Preview', {
    ok: Type.Boolean({ description: 'Whether nothing stands in the way: the same as no needs.' }),
    amount: amountOrNull('As it was asked for; null where it could not be read.', 25000.5),
    fee: amountOrNull('Inside the amount.', 0),
    receives: amountOrNull('What arrives: amount − fee.', 25000.5),
    needs: Type.Array(PreviewNeed, { description: 'All that stands in the way, each with its fix.' }),
    warnings: Type.Array(PreviewWarning, { description: 'What to know, and no reason to refuse it.' }),
    expected_by_seconds: Type.Integer({
      minimum: 0,
      description: 'How long it should take at most, once the naira or the tokens are here.',
      examples: [2460],
    }),
  }),
})

/** What could not be read stands in the way before all else. */
export function toPreviewReply(preview: Preview, problems: readonly FieldProblem[] = []) {
  const needs = [...problems, ...preview.needs.filter((need) => !isToldBy(problems, need))]
  const { amounts, warnings } = preview
  return {
    status: 'success',
    message: messageOf(needs.length),
    preview: {
      ok: needs.length === 0,
      amount: amounts === undefined ? null : jsonNumber(amounts.amount),
      fee: amounts === undefined ? null : jsonNumber(amounts.fee),
      receives: amounts === undefined ? null : jsonNumber(amounts.receives),
      needs: needs.map(toNeed),
      warnings,
      expected_by_seconds: Math.ceil(preview.expectedWithinMs / 1000),
    },
  }
}

function isToldBy(problems: readonly FieldProblem[], { code }: Stop): boolean {
  return problems.some((problem) => problem.code === code)
}

function toNeed({ code, message, field, fix, detail }: Stop) {
  const known = code as RefusalCode
  return {
    code,
    message,
    field: field ?? fieldOfCode[known] ?? null,
    fix: fix ?? errorCatalogue[known]?.fix ?? mendOf(code) ?? message,
    ...detail,
  }
}

function mendOf(code: string): string | undefined {
  const meanings: Readonly<Record<string, Readonly<{ mend: string }>>> = walletStopMeanings
  const mend = meanings[code]?.mend
  return mend === undefined ? undefined : `${mend.charAt(0).toUpperCase()}${mend.slice(1)}.`
}

function messageOf(needs: number): string {
  if (needs === 0) return 'Nothing stands in the way. Nothing was recorded.'
  return needs === 1
    ? 'One thing stands in the way. Nothing was recorded.'
    : `${needs} things stand in the way. Nothing was recorded.`
}
