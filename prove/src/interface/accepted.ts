import type { Answer } from './caller.ts'
import {
  expectEqual,
  expectFields,
  expectMatch,
  expectStatus,
  type JsonObject,
  objectOf,
  textOf,
} from './expect.ts'

/** Returns the transaction of a 200 reply, after it checks the envelope. */
export function acceptedTransaction(answer: Answer, more: readonly string[] = []): JsonObject {
  expectStatus(answer, 200)
  expectEqual('content-type', answer.headers['content-type'], 'application/json; charset=utf-8', answer)
  const body = objectOf('the body', answer.json, answer)
  expectFields('the body', body, ['status', 'message', 'transaction', ...more], answer)
  expectEqual('status in the body', body['status'], 'success', answer)
  expectMatch('message', body['message'], /\S/, answer)
  return objectOf('transaction', body['transaction'], answer)
}

export function acceptedId(answer: Answer): string {
  return textOf('transaction_id', acceptedTransaction(answer)['transaction_id'], answer)
}

/** Expects a new transaction. */
export function expectFirst(answer: Answer): string {
  const id = acceptedId(answer)
  expectEqual('Idempotent-Replayed', answer.headers['idempotent-replayed'], undefined, answer)
  return id
}

/** Expects a replay of this transaction. */
export function expectReplayOf(answer: Answer, id: string): void {
  expectEqual('transaction_id', acceptedId(answer), id, answer)
  expectReplayed(answer)
}

export function expectReplayed(answer: Answer): void {
  expectEqual('Idempotent-Replayed', answer.headers['idempotent-replayed'], 'true', answer)
}

export function messageOf(answer: Answer): string {
  return textOf('message', objectOf('the body', answer.json, answer)['message'], answer)
}
