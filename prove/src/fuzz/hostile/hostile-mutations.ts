import type { Operation } from '../document/operation.ts'
import { ANY, type Expectation, oneDraft, oneRequest, successOf } from '../exchange.ts'
import { readAccepted } from '../judge/accepted.ts'
import { differsFromAsked } from '../judge/differs-from-asked.ts'
import type { RequestKind } from '../kinds.ts'
import { type Draft, toRequest, withDraftHeader } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { encodeRequest } from '../wire/request.ts'
import { mutate } from './mutate.ts'
import { readFields } from './read-fields.ts'

const HEAVY = 40

/** Returns valid requests with a few random changes, to find cases that nobody thought of. */
export function hostileMutationKinds(operations: readonly Operation[]): RequestKind[] {
  return operations.flatMap((operation) => [
    ...(operation.body === undefined ? [] : [mutatedBody(operation)]),
    ...(operation.needsKey ? [mutatedKey(operation)] : []),
    // A changed head may announce more bytes than are sent, and must then be cut off. So only requests that accept nothing are changed in
    // this way.
    ...(operation.method === 'GET' ? [mutatedHead(operation)] : []),
  ])
}

function mutatedBody(operation: Operation): RequestKind {
  return {
    className: 'hostile',
    name: `${operation.id} mutated body`,
    weight: HEAVY,
    make: (setting) => {
      const draft = draftValid(operation, setting)
      const request = toRequest(draft)
      const body = mutate(request.body ?? Buffer.alloc(0), setting.random)
      return oneRequest({ ...request, body }, operation, whatItSays(draft, body))
    },
  }
}

/** Expects that the request is refused, or accepted with exactly the meaning of its body. */
export function whatItSays(draft: Draft, body: Buffer): Expectation {
  return {
    statuses: [...successOf(draft.operation), 400, 403, 422],
    check: (reply) => {
      const accepted = readAccepted(reply)
      if (accepted === undefined) return undefined
      const fields = readFields(body)
      if (fields === undefined) return 'a body that is not a JSON object was accepted'
      return differsFromAsked({ ...draft, fields }, accepted)
    },
  }
}

/** Only the exact key may be accepted. */
function mutatedKey(operation: Operation): RequestKind {
  return {
    className: 'hostile',
    name: `${operation.id} mutated key`,
    weight: 5,
    make: (setting) => {
      const draft = draftValid(operation, setting)
      const printable = mutate(Buffer.from(draft.party.key), setting.random)
        .toString('latin1')
        .replaceAll(/[^!-~]/g, '?')
      const key = printable === draft.party.key ? `${printable}x` : printable
      return oneDraft(withDraftHeader(draft, 'svc-sec-key', key), { statuses: [401] }, { isAlone: true })
    },
  }
}

function mutatedHead(operation: Operation): RequestKind {
  return {
    className: 'hostile',
    name: `${operation.id} mutated head`,
    weight: 5,
    make: (setting) => {
      const bytes = encodeRequest(toRequest(draftValid(operation, setting)))
      const expected = { ...ANY, mayBeNowhere: true }
      return {
        listener: operation.listener,
        pieces: [mutate(bytes, setting.random)],
        asked: [{ method: operation.method, operation, expected }],
        isAlone: true,
        mayHangUp: true,
        hangUp: 'when-silent',
      }
    },
  }
}
