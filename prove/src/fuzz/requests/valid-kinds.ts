import type { Operation } from '../document/operation.ts'
import { type Expectation, mayBeRefused, oneDraft, successOf } from '../exchange.ts'
import { readAccepted } from '../judge/accepted.ts'
import { differsFromAsked } from '../judge/differs-from-asked.ts'
import type { RequestKind } from '../kinds.ts'
import type { Draft } from './draft.ts'
import { draftValid } from './draft-valid.ts'

/** One kind for each operation of the document. */
export function validKinds(operations: readonly Operation[]): RequestKind[] {
  return operations.map((operation) => ({
    className: 'valid',
    name: operation.id,
    // What is accepted reaches deepest.
    weight: operation.method === 'GET' || mayBeRefused(operation) ? 1 : 5,
    make: (setting) => {
      const draft = draftValid(operation, setting)
      return oneDraft(draft, mustSucceed(draft))
    },
  }))
}

/** Success, and nothing in it that was not asked for. */
export function mustSucceed(draft: Draft): Expectation {
  return {
    statuses: successOf(draft.operation),
    check: (reply) => {
      const accepted = readAccepted(reply)
      if (accepted === undefined || accepted.amount === '') return undefined
      return differsFromAsked(draft, accepted)
    },
  }
}
