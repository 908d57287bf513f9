import { expect, test } from 'vitest'
import { sdkTypes } from './sdk-types.ts'

const error = { description: 'Not now. `rate_stale`' }

/** A document with one example of everything. */
const document = JSON.stringify({
  components: {
    schemas: {
      Error: { type: 'object', required: ['code'], properties: { code: { type: 'string' } } },
      Ask: {
        type: 'object',
        required: ['amount'],
        properties: { amount: { type: ['number', 'string'] }, days: { type: 'integer' } },
      },
      Answer: {
        description: 'What comes back.',
        type: 'object',
        required: ['amount', 'count', 'at'],
        properties: {
          amount: { type: 'number', description: 'Exact.' },
          count: { type: 'integer' },
          of: { type: 'object', additionalProperties: { type: 'integer' } },
          at: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          kinds: { type: 'array', items: { enum: ['a', 'b'] } },
        },
      },
    },
  },
  paths: {
    '/things/v1/{id}': {
      post: {
        operationId: 'makeThing',
        summary: 'Make a thing',
        parameters: [
          { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
          { in: 'query', name: 'limit', schema: { type: 'string', pattern: '^([1-9][0-9]?|100)$' } },
          { in: 'header', name: 'Idempotency-Key', schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Ask' } } } },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Answer' } } } },
          503: error,
        },
      },
    },
    '/papers/v1': {
      get: { operationId: 'readPaper', responses: { 200: { content: { 'application/pdf': {} } } } },
    },
  },
})
const source = sdkTypes(document)

test('a request takes an amount in any exact form, and an answer has decimal text', () => {
  expect(source).toContain('export type Ask = {\n  readonly amount: AmountInput\n  readonly days?: number\n}')
  expect(source).toContain('/** Exact. */\n  readonly amount: Amount\n  readonly count: number')
  expect(source).toContain("readonly at: string | null\n  readonly kinds?: readonly ('a' | 'b')[]")
  expect(source).toContain('/** What comes back. */\nexport type Answer')
})

test('counting fields are recognised by name, and our Error type does not hide that of the language', () => {
  expect(source).toContain("integerFields: ReadonlySet<string> = new Set(['count', 'days'])")
  expect(source).toContain("countingFields: ReadonlySet<string> = new Set(['of'])")
  expect(source).toContain('export type ErrorReply')
  expect(source).not.toContain('export type Error ')
})

test('a field that is money in one place is never a float in another', () => {
  const both = document.replace('"count":{"type":"integer"}', '"days":{"type":"number"}')
  expect(sdkTypes(both)).toContain('integerFields: ReadonlySet<string> = new Set([])')
})

test('an operation has its path, its method and its reply type', () => {
  expect(source).toContain("makeThing: { method: 'POST', path: '/things/v1/{id}', base: 'api', named: true }")
  expect(source).toContain("readPaper: { method: 'GET', path: '/papers/v1', base: 'api', named: false }")
  expect(source).toContain('readonly limit?: number | string')
  expect(source).toContain('readonly reply: Uint8Array')
  expect(source).toContain('  rate_stale:')
})
