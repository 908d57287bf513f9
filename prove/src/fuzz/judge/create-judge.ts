import type { Validators } from '../document/create-validators.ts'
import type { Answer, Operation } from '../document/operation.ts'
import type { Asked, Expectation } from '../exchange.ts'
import type { Reply } from '../wire/reply.ts'
import type { Fault } from './fault.ts'
import { findLeak } from './find-leak.ts'
import { readErrorBody } from './read-error-body.ts'

export type Judge = (asked: Asked, reply: Reply, mayBeUnreadable: boolean) => readonly Fault[]

// Statuses with which HTTP refuses an improper request before any operation is reached.
const UNREADABLE_STATUSES = new Set([400, 408, 413, 414, 417, 431])

/** Compares every reply with the document, then with its expectation. */
export function createJudge(deps: {
  operations: readonly Operation[]
  validators: Validators
  secrets: readonly string[]
}): Judge {
  const { operations, validators, secrets } = deps
  const nowhere = answerToNowhere(operations)

  return (asked, reply, mayBeUnreadable) => {
    const faults: Fault[] = []
    const fault = (kind: Fault['kind'], detail: string): void => void faults.push({ kind, detail })
    const text = reply.body.toString('utf8')
    const leak = findLeak(`${[...reply.headers.values()].join('\n')}\n${text}`, secrets)
    if (leak !== undefined) fault('leak', leak)
    if (reply.status >= 500) {
      fault('5xx', `${reply.status} ${text.slice(0, 300)}`)
      return faults
    }
    const isUnreadable = mayBeUnreadable && UNREADABLE_STATUSES.has(reply.status)
    if (isUnreadable && reply.body.length === 0) return faults
    const isNowhere =
      asked.operation === undefined ||
      (asked.expected.mayBeNowhere === true && reply.status === 404 && !asked.operation.answers.has(404))
    const answer = isUnreadable || isNowhere ? nowhere : asked.operation?.answers.get(reply.status)
    if (answer === undefined) {
      fault(
        'undeclared',
        `the document does not declare the status ${reply.status} for ${asked.operation?.id ?? 'an unknown URL'}: ${text.slice(0, 200)}`,
      )
      return faults
    }
    for (const problem of againstAnswer(answer, asked, reply, text, validators))
      fault('schema_mismatch', problem)
    if (isUnreadable) return faults
    const expected = isNowhere ? { statuses: [404], code: 'not_found' } : asked.expected
    const wrong = againstExpectation(expected, reply, text)
    if (wrong !== undefined) fault('unexpected', wrong)
    return faults
  }
}

/** Returns the declared 404 or 401 of any operation. All errors have the same shape. */
function answerToNowhere(operations: readonly Operation[]): Answer {
  const found = operations
    .map(({ answers }) => answers.get(404) ?? answers.get(401))
    .find((answer) => answer !== undefined)
  if (found === undefined) throw new Error('no operation of the document declares an error')
  return found
}

function* againstAnswer(
  answer: Answer,
  { method }: Asked,
  reply: Reply,
  text: string,
  validators: Validators,
) {
  for (const { name, isRequired, pointer } of answer.headers) {
    const value = reply.headers.get(name)
    if (value === undefined && isRequired) yield `${reply.status} has no header ${name}`
    if (value === undefined || pointer === undefined) continue
    const [problem] = validators.problems(pointer, value)
    if (problem !== undefined)
      yield `the header ${name} of ${reply.status} is ${JSON.stringify(value)}: ${problem.message}`
  }
  if (method === 'HEAD' || answer.contentTypes.length === 0) return
  const type = reply.headers.get('content-type') ?? ''
  const [media = ''] = type.toLowerCase().split(';')
  if (!answer.contentTypes.includes(media.trim())) {
    yield `${reply.status} has the content type ${JSON.stringify(type)}`
    return
  }
  if (answer.bodyPointer === undefined || !media.includes('json')) return
  const body = parseJson(text)
  if (body === undefined) {
    yield `${reply.status} has a body that is not JSON: ${text.slice(0, 200)}`
    return
  }
  const [problem] = validators.problems(answer.bodyPointer, body.value)
  if (problem !== undefined) yield `${reply.status}: ${problem.message} in ${text.slice(0, 300)}`
}

function againstExpectation(expected: Expectation, reply: Reply, text: string): string | undefined {
  const { statuses, code, field, check } = expected
  if (statuses.length > 0 && !statuses.includes(reply.status)) {
    return `status ${reply.status} instead of ${statuses.join(' or ')}: ${text.slice(0, 300)}`
  }
  if (reply.status >= 400) {
    const error = readErrorBody(text)
    const id = reply.headers.get('x-request-id')
    if (error.request_id !== undefined && id !== undefined && error.request_id !== id) {
      return `request_id is ${error.request_id} in the body and ${id} in the header`
    }
    if (code !== undefined && error.code !== code && text !== '')
      return `code ${error.code} instead of ${code}: ${text.slice(0, 300)}`
    if (field !== undefined && (error.fields.length === 0 || error.fields.some((named) => named !== field))) {
      return `the error names the fields ${JSON.stringify(error.fields)} instead of ${field}: ${text.slice(0, 300)}`
    }
  }
  return check?.(reply)
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
