import type { Validators } from '../document/create-validators.ts'
import type { Operation } from '../document/operation.ts'
import { oneDraft } from '../exchange.ts'
import type { RequestKind, Setting } from '../kinds.ts'
import { type Draft, withField, withoutFields } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { brokenValues } from './broken-values.ts'

/** One rule of one field of a body, and a way to break it. */
export type BodyBreak = Readonly<{
  field: string
  keyword: string
  variant: string
  apply(draft: Draft): Draft
}>

const UNKNOWN_FIELDS = ['surprise', 'Amount', 'amount ', 'constructor', 'toString', 'business']

/** Breaks every keyword of every field in turn. The rest stays valid, so the reply can only be about this rule. */
export function bodyBreaks({ body }: Operation, validators: Validators): BodyBreak[] {
  if (body === undefined) return []
  const { schema, pointer } = body
  const breaks: BodyBreak[] = (schema.required ?? []).map((field) => ({
    field,
    keyword: 'required',
    variant: 'missing',
    apply: (draft) => withoutFields(draft, field),
  }))
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    for (const { keyword, variant, json } of brokenValues(property)) {
      // The bounds and the format of an amount have codes of their own, which break-amount.ts tests.
      if (field === 'amount' && keyword !== 'type') continue
      const found = validators
        .problems(pointer, { [field]: JSON.parse(json) as unknown })
        .filter((problem) => problem.field === field && problem.keyword !== 'required')
      if (
        isThisRule(
          found.map((problem) => problem.keyword),
          keyword,
        )
      ) {
        breaks.push({ field, keyword, variant, apply: (draft) => withField(draft, field, json) })
      }
    }
  }
  if (schema.additionalProperties === false) {
    for (const field of UNKNOWN_FIELDS) {
      const apply = (draft: Draft) => withField(draft, field, '"x"')
      breaks.push({ field, keyword: 'additionalProperties', variant: 'unknown', apply })
    }
  }
  return breaks
}

/** A text that is too short may also break the pattern, because some patterns require a character. */
function isThisRule(found: readonly string[], keyword: string): boolean {
  return (
    found.length > 0 &&
    found.every((other) => other === keyword || keyword === 'minLength') &&
    found.includes(keyword)
  )
}

const codes: Readonly<Record<string, string>> = {
  required: 'field_required',
  additionalProperties: 'field_unknown',
  type: 'field_type',
}

export function brokenBodyKinds(operations: readonly Operation[], validators: Validators): RequestKind[] {
  return operations.flatMap((operation) =>
    bodyBreaks(operation, validators).map(({ field, keyword, variant, apply }) => ({
      className: 'broken' as const,
      name: `${operation.id} ${field} ${keyword} ${variant}`,
      make: (setting: Setting) => {
        const code = codes[keyword] ?? 'field_invalid'
        return oneDraft(apply(draftValid(operation, setting)), {
          statuses: [422],
          code,
          field: field.slice(0, 60),
        })
      },
    })),
  )
}
