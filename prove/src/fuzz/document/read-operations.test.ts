import { expect, test } from 'vitest'
import { readDocument } from '../read-document.ts'
import { readOperations } from './read-operations.ts'

const { operations, validators } = readDocument()
const find = (id: string) => operations.find((operation) => operation.id === id)

test('the published document has every endpoint, each with a success and an error', () => {
  for (const id of [
    'POST /transactions/v1/onramp',
    'POST /transactions/v1/offramp',
    'POST /transactions/v1/withdrawals',
    'GET /transactions/v1/vendors',
    'GET /transactions/v1/test-vendors',
    'GET /transactions/v1/list_vendors',
    'GET /otc/buy',
    'GET /rates/v1/usdc-ngnc',
  ]) {
    const { answers, needsKey } = find(id) ?? {}
    expect(needsKey, id).toBe(true)
    expect(answers?.get(200)?.bodyPointer, id).toBeDefined()
    expect(answers?.get(401)?.bodyPointer, id).toBeDefined()
  }
})

test('the OTC rates have their own address', () => {
  expect(find('GET /otc/buy')?.listener).toBe('otc')
  expect(operations.filter(({ listener }) => listener === 'otc')).toHaveLength(1)
})

test('references are resolved to their schema', () => {
  const { body, answers } = find('POST /transactions/v1/onramp') ?? {}
  expect(Object.keys(body?.schema.properties ?? {})).toContain('vendor_number')
  expect(validators.problems(body?.pointer ?? '', { amount: true })).toContainEqual(
    expect.objectContaining({ field: 'amount', keyword: 'type' }),
  )
  expect(answers?.get(429)?.headers).toContainEqual(
    expect.objectContaining({ name: 'retry-after', isRequired: true }),
  )
})

test('a document without operations is refused, because fuzzing nothing finds nothing', () => {
  expect(() => readOperations({ openapi: '3.1.1', paths: {} })).toThrow('no operations')
})
