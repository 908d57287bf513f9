import type { Operation } from '../document/operation.ts'
import { type Expectation, oneDraft } from '../exchange.ts'
import type { RequestKind } from '../kinds.ts'
import { type Draft, withDraftHeader } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'

type HeaderBreak = Readonly<{ name: string; expected: Expectation; apply(draft: Draft): Draft }>

const NOT_JSON: Expectation = { statuses: [415], code: 'not_json' }
const NOT_A_KEY: Expectation = { statuses: [422], code: 'idempotency_key_invalid', field: 'Idempotency-Key' }

const contentTypes = [
  undefined,
  '',
  'text/plain',
  'text/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/vnd.api+json',
  'application/jsonp',
  'application',
  '*/*',
]

/** Invalid keys: empty, too long, or with a character that is not visible ASCII. */
const idempotencyKeys = ['', 'k'.repeat(256), 'two words', 'caf\u00e9', 'tab\tbed', '\u00a0']

export function brokenHeaderKinds(operations: readonly Operation[]): RequestKind[] {
  return operations.flatMap((operation) =>
    headerBreaks(operation).map(({ name, expected, apply }) => ({
      className: 'broken' as const,
      name: `${operation.id} ${name}`,
      make: (setting) => oneDraft(apply(draftValid(operation, setting)), expected),
    })),
  )
}

function headerBreaks({ body, parameters }: Operation): HeaderBreak[] {
  const types = body === undefined ? [] : contentTypes
  const takesKey = parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key')
  return [
    ...types.map((type) => ({
      name: `content-type ${type ?? 'missing'}`,
      expected: NOT_JSON,
      apply: (draft: Draft) => withDraftHeader(draft, 'content-type', type),
    })),
    ...(takesKey ? idempotencyKeys : []).map((key) => ({
      name: `idempotency-key ${JSON.stringify(key.slice(0, 10))}`,
      expected: NOT_A_KEY,
      apply: (draft: Draft) => withDraftHeader(draft, 'idempotency-key', key),
    })),
    ...(takesKey
      ? [
          {
            name: 'idempotency-key twice',
            expected: NOT_A_KEY,
            apply: (draft: Draft): Draft => {
              const { headers, ...rest } = withDraftHeader(draft, 'idempotency-key', 'one')
              return { ...rest, headers: [...headers, ['idempotency-key', 'two']] }
            },
          },
        ]
      : []),
  ]
}
