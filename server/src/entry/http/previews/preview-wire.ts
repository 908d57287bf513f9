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
  code: textReply('The problem, as a code. New values may be added.', 'no_trustline'),
  message: textReply('The problem in words.', 'The bank has no account with this number.'),
  field: Type.Union([Type.String(), Type.Null()], {
    description: 'The field to check first; null if it is not about a field.',
    examples: ['wallet_address'],
  }),
  fix: textReply('How to fix it.', 'Use an account at another bank.'),
  suggestions: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), code: Type.String() }), {
      description: 'Banks with a similar name.',
    }),
  ),
  minimum: Type.Optional(amountReply('The minimum, if the amount is too small.', 15_000)),
  maximum: Type.Optional(amountReply('The maximum, if the amount is too large.', 250_000_000)),
  transaction_id: Type.Optional(
    textReply('The conflicting transaction.', 'txn_01a1dcc33c477feca0d6d2cee34c8ce8'),
  ),
})

const PreviewWarning = namedObject('PreviewWarning', {
  code: textReply('The warning, as a code. New values may be added.', 'bank_slow'),
  message: textReply('The warning in words.', 'GTBank is slow at the moment.'),
})

export const PreviewReply = namedObject('PreviewReply', {
  status: successField,
  message: textReply('A human-readable message.', 'This would be accepted. Nothing was recorded.'),
  preview: namedObject('Preview', {
    ok: Type.Boolean({ description: 'Whether the request would be accepted: true if `needs` is empty.' }),
    amount: amountOrNull('The amount you sent; null if it is not valid.', 25000.5),
    fee: amountOrNull('The fee, included in the amount.', 0),
    receives: amountOrNull('The amount delivered: amount − fee.', 25000.5),
    needs: Type.Array(PreviewNeed, { description: 'Every problem, with its fix.' }),
    warnings: Type.Array(PreviewWarning, { description: 'What you should know. Warnings block nothing.' }),
    expected_by_seconds: Type.Integer({
      minimum: 0,
      description: 'The maximum expected time after the naira or the tokens arrive.',
      examples: [2460],
    }),
  }),
})

/** Converts a preview for the response. In `needs`, fields that could not be read come first. */
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
  if (needs === 0) return 'This would be accepted. Nothing was recorded.'
  return needs === 1
    ? '1 problem to fix. Nothing was recorded.'
    : `${needs} problems to fix. Nothing was recorded.`
}
