import { amountSpellings, printedAmount } from '../requests/amount.ts'
import { amountOf, type Draft, withDraftHeader, withField, withoutFields } from '../requests/draft.ts'
import { boundsOf } from '../requests/field-values.ts'
import type { LinkedKind } from '../stage.ts'
import { accept, acceptAgain, BUY, conflict, draftNamed, SELL } from './steps.ts'

/** Reuses a reference: in other spellings, with another meaning, and under other keys. */
export const askAgainKinds: readonly LinkedKind[] = [BUY, SELL].flatMap((operation) => [
  {
    className: 'linked' as const,
    name: `${operation} again by its reference`,
    play: async (stage) => {
      const party = stage.random.pick(stage.world.parties.filter(({ mode }) => mode === 'test'))
      const draft = draftNamed(stage, operation, party, `${stage.label}-again`)
      const first = await accept(stage, draft)
      await acceptAgain(stage, draft, first)
      for (const text of spellings(draft)) await acceptAgain(stage, withField(draft, 'amount', text), first)
      await conflict(stage, anotherAmount(draft), 'reference_conflict', first)
      await conflict(stage, withField(draft, 'account_number', '"1234567890"'), 'reference_conflict', first)
      await acceptAgain(stage, withDraftHeader(draft, 'idempotency-key', `${stage.label}-late`), first)
      await acceptAgain(
        stage,
        withDraftHeader(withoutFields(draft, 'reference'), 'idempotency-key', `${stage.label}-late`),
        first,
      )
      await acceptAgain(stage, draft, first)
    },
  },
  {
    className: 'linked' as const,
    name: `${operation} again by its Idempotency-Key`,
    play: async (stage) => {
      const party = stage.random.pick(stage.world.parties.filter(({ mode }) => mode === 'test'))
      const named = draftNamed(stage, operation, party, `${stage.label}-keyed`)
      const draft = withDraftHeader(named, 'idempotency-key', `${stage.label}-key`)
      const first = await accept(stage, draft)
      await acceptAgain(stage, draft, first)
      await acceptAgain(stage, withoutFields(draft, 'reference'), first)
      await conflict(
        stage,
        withField(draft, 'reference', `"${stage.label}-other"`),
        'idempotency_key_conflict',
        first,
      )
      await conflict(
        stage,
        anotherAmount(withoutFields(draft, 'reference')),
        'idempotency_key_conflict',
        first,
      )
      const second = await accept(stage, draftNamed(stage, operation, party, `${stage.label}-second`))
      // The Idempotency-Key and the reference lead to two transactions, so the request is ambiguous.
      await conflict(
        stage,
        withField(draft, 'reference', `"${second.reference}"`),
        'reference_conflict',
        second,
      )
      await acceptAgain(stage, draft, first)
    },
  },
])

function spellings(draft: Draft): string[] {
  return amountSpellings(amountOf(draft) ?? 0n).flatMap((text) => [text, `"${text}"`])
}

/** Returns an amount one kobo away, which a float error could also produce. */
function anotherAmount(draft: Draft): Draft {
  const amount = amountOf(draft) ?? 0n
  const other = amount > boundsOf(draft.operation.path).least ? amount - 1n : amount + 1n
  return withField(draft, 'amount', printedAmount(other))
}
