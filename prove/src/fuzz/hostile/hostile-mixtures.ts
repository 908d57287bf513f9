import { bodyBreaks } from '../broken/break-body.ts'
import type { Validators } from '../document/create-validators.ts'
import type { Operation } from '../document/operation.ts'
import { type Expectation, oneDraft, oneRequest, successOf } from '../exchange.ts'
import type { RequestKind, Setting } from '../kinds.ts'
import { type Draft, toRequest, withField } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { withHeader } from '../wire/request.ts'
import { whatItSays } from './hostile-mutations.ts'
import { hostileTexts } from './hostile-text.ts'

const HEAVY = 20

/** Returns requests with several errors at once, and with bodies where none belongs. */
export function hostileMixtureKinds(operations: readonly Operation[], validators: Validators): RequestKind[] {
  return operations.flatMap((operation) =>
    operation.body === undefined ? [uncalledFor(operation)] : [mixture(operation, validators)],
  )
}

/** Puts any broken and hostile values into any fields. */
function mixture(operation: Operation, validators: Validators): RequestKind {
  const breaks = bodyBreaks(operation, validators)
  const fields = Object.keys(operation.body?.schema.properties ?? {})
  const shake = (draft: Draft, { random, world }: Setting): Draft => {
    const other = draftValid(operation, { world, random, label: 'other' })
    const filled = [...(other.fields ?? new Map<string, string>())]
    return random.pick([
      () => (breaks.length === 0 ? draft : random.pick(breaks).apply(draft)),
      () => withField(draft, random.pick(fields), `"${random.pick(hostileTexts)(random)}"`),
      // The other draft may have no fields if all are optional.
      () => (filled.length === 0 ? draft : withField(draft, ...random.pick(filled))),
    ])()
  }
  return {
    className: 'hostile',
    name: `${operation.id} a mixture`,
    weight: HEAVY,
    make: (setting) => {
      let draft = draftValid(operation, setting)
      for (let times = setting.random.between(2, 6); times > 0; times -= 1) draft = shake(draft, setting)
      const body = toRequest(draft).body ?? Buffer.alloc(0)
      const { check } = whatItSays(draft, body)
      const statuses = [...successOf(operation), 400, 403, 409, 422]
      return oneDraft(draft, check === undefined ? { statuses } : { statuses, check })
    },
  }
}

/** Sends a body to an operation without one. The service may ignore or refuse it, but must read the next request correctly. */
function uncalledFor(operation: Operation): RequestKind {
  return {
    className: 'hostile',
    name: `${operation.id} an unexpected body`,
    weight: 3,
    make: (setting) => {
      const { random } = setting
      const request = toRequest(draftValid(operation, setting))
      const body = random.pick([
        '{}',
        '{"amount":1}',
        '[]',
        'null',
        '{',
        'GET /health HTTP/1.1\r\n\r\n',
        'x'.repeat(70_000),
      ])
      const type = random.pick(['application/json', 'text/plain', 'application/xml'])
      const refusals = operation.method === 'GET' ? [] : [400, 413, 415]
      const expected: Expectation = { statuses: [...successOf(operation), ...refusals] }
      return oneRequest(
        { ...withHeader(request, 'content-type', type), body: Buffer.from(body) },
        operation,
        expected,
      )
    },
  }
}
