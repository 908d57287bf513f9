import type { Answer } from './caller.ts'
import {
  expectEqual,
  expectFields,
  expectMatch,
  expectStatus,
  type JsonObject,
  listOf,
  objectOf,
} from './expect.ts'

const FIELDS = ['status', 'message', 'code', 'errors', 'request_id', 'docs_url']

/** Expects the standard error shape with this status and code, and this field among the fields that it names. */
export function expectRefusal(answer: Answer, status: number, code: string, field?: string): JsonObject {
  expectStatus(answer, status)
  const body = expectErrorShape(answer)
  expectEqual('the code', body['code'], code, answer)
  if (field !== undefined) {
    const named = listOf('errors', body['errors'], answer).map(
      (error) => objectOf('an error', error)['field'],
    )
    expectEqual(`whether errors name ${field}`, named.includes(field), true, answer)
  }
  return body
}

export function expectErrorShape(answer: Answer): JsonObject {
  expectEqual('content-type', answer.headers['content-type'], 'application/json; charset=utf-8', answer)
  const body = objectOf('the body', answer.json, answer)
  expectFields('an error', body, FIELDS, answer)
  expectEqual('status in the body', body['status'], 'error', answer)
  expectMatch('message', body['message'], /\S/, answer)
  expectMatch('code', body['code'], /^[a-z]+(_[a-z]+)*$/, answer)
  expectEqual('request_id', body['request_id'], answer.headers['x-request-id'], answer)
  expectMatch('request_id', body['request_id'], /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, answer)
  expectMatch('docs_url', body['docs_url'], new RegExp(`^https?://.+#${String(body['code'])}$`), answer)
  for (const error of listOf('errors', body['errors'], answer)) {
    const { field, code, message } = objectOf('an error of a field', error, answer)
    for (const [name, word] of Object.entries({ field, code, message })) expectMatch(name, word, /\S/, answer)
  }
  return body
}

/** Returns the problem that the reply names for one field. */
export function problemOf(answer: Answer, field: string): JsonObject {
  const body = objectOf('the body', answer.json, answer)
  const problem = listOf('errors', body['errors'], answer).find(
    (error) => objectOf('an error', error, answer)['field'] === field,
  )
  return objectOf(`the error of ${field}`, problem, answer)
}
