import type { Operation } from '../document/operation.ts'
import { type Expectation, mayBeRefused, oneDraft, successOf } from '../exchange.ts'
import { readAccepted } from '../judge/accepted.ts'
import { differsFromAsked } from '../judge/differs-from-asked.ts'
import type { RequestKind } from '../kinds.ts'
import type { Draft } from './draft.ts'
import { draftValid } from './draft-valid.ts'

/** Returns one kind for each operation of the document. */
export function validKinds(operations: readonly Operation[]): RequestKind[] {
  return operations.map((operation) => ({
    className: 'valid',
    name: operation.id,
    // Accepted requests reach the most code.
    weight: operation.method === 'GET' || mayBeRefused(operation) ? 1 : 5,
    make: (setting) => {
      const draft = draftValid(operation, setting)
      return oneDraft(draft, mustSucceed(draft))
    },
  }))
}

/** Expects success, and a transaction that matches the request. */
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
