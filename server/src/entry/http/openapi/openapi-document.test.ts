import { expect, test } from 'vitest'
import { formatMoney } from '../../../kernel/money/money.ts'
import {
  type AmountBounds,
  buyBounds,
  sellBounds,
  testDepositBounds,
  testPaymentBounds,
} from '../../../records/limits/transaction-bounds.ts'
import { eventTypes } from '../../../records/transactions/feed/event-types.ts'
import { errorCatalogue } from '../error-catalogue/error-catalogue.ts'
import { buildOpenApiDocument } from './openapi-document.ts'

const document = await buildOpenApiDocument({
  baseUrl: 'https://api.afara.test',
  otcBaseUrl: 'https://otc.afara.test',
})
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

test('the URLs that every integration uses are in the document', () => {
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining([
      'post /transactions/v1/onramp',
      'post /transactions/v1/offramp',
      'get /transactions/v1/vendors',
      'get /transactions/v1/test-vendors',
      'get /transactions/v1/list_vendors',
      'get /rates/v1/usdc-ngnc',
      'get /otc/buy',
    ]),
  )
})

test.each(operations.filter(({ path }) => path !== '/health'))(
  '$method $path can answer that the key is wrong, that there are too many requests, or that we are down',
  ({ operation }) => {
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(['401', '403', '429', '500', '503']),
    )
  },
)

test('the error examples match the catalogue', () => {
  const { examples } = document.components
  for (const [code, example] of Object.entries(examples ?? {})) {
    expect(Object.keys(errorCatalogue)).toContain(code)
    expect(example).toMatchObject({ value: { code, docs_url: `https://api.afara.test/docs/errors#${code}` } })
  }
})

type RequestSchema = Readonly<{ properties: Readonly<Record<string, { description: string }>> }>

test('every request with an amount shows the bounds that are enforced', () => {
  const schemas = document.components['schemas'] as Readonly<Record<string, RequestSchema>>
  const told = Object.entries(schemas)
    .filter(([name, { properties }]) => name.endsWith('Request') && properties['amount'] !== undefined)
    .map(([name, { properties }]) => {
      const text = properties['amount']?.description ?? ''
      const ranges = text.matchAll(/\bfrom (\S+) to ([0-9.]+?)(?: NGNC?)?(?=, or from|\.$)/gi)
      return [name, [...ranges].map(([, minimum, maximum]) => [minimum, maximum])] as const
    })
  const rangesOf = (...bounds: readonly AmountBounds[]) =>
    bounds.map(({ minimum, maximum }) => [formatMoney(minimum), formatMoney(maximum)])
  expect(Object.fromEntries(told)).toEqual({
    BuyRequest: rangesOf(buyBounds),
    BuyPreviewRequest: rangesOf(buyBounds),
    ExpectedBuyRequest: rangesOf(buyBounds),
    PayLinkRequest: rangesOf(buyBounds),
    ScenarioRequest: rangesOf(buyBounds, sellBounds),
    SellRequest: rangesOf(sellBounds),
    WithdrawalRequest: rangesOf(sellBounds),
    SandboxPaymentRequest: rangesOf(testPaymentBounds),
    SandboxDepositRequest: rangesOf(testDepositBounds),
  })
})

type Node = Readonly<{ [key: string]: unknown }>

const schemas = document.components['schemas'] as Readonly<Record<string, Node>>

function resolve(node: unknown): Node {
  const { $ref } = node as { $ref?: string }
  return $ref === undefined ? (node as Node) : (schemas[$ref.split('/').at(-1) ?? ''] as Node)
}

// Fixed by the interface, or not a list of records.
const noPages = new Set(['VendorReply', 'TransactionTotalsReply', 'BalancesReply'])

test('every list has the same page shape', () => {
  const lists = Object.entries(schemas).filter(
    ([name, { properties = {} }]) =>
      name.endsWith('Reply') &&
      Object.values(properties as Node).some((field) => resolve(field)['type'] === 'array') &&
      !noPages.has(name),
  )
  expect(lists.length).toBeGreaterThan(8)
  for (const [name, { properties, required }] of lists) {
    expect(properties, name).toHaveProperty('next')
    expect(properties, name).toHaveProperty('has_more')
    expect(required, name).toEqual(expect.arrayContaining(['next', 'has_more']))
  }
})

test('a reply may get new fields, and a request with an unknown field is refused', () => {
  expect(schemas['BuyTransaction']).not.toHaveProperty('additionalProperties')
  expect(schemas['Error']).not.toHaveProperty('additionalProperties')
  expect(schemas['BuyRequest']?.['additionalProperties']).toBe(false)
})

test('amounts have their bounds as numbers', () => {
  const properties = schemas['BuyRequest']?.['properties'] as Record<string, Node> | undefined
  expect(properties?.['amount']).toMatchObject({
    minimum: 15_000,
    maximum: 250_000_000,
    pattern: '^[0-9]+([.][0-9]{1,2})?$',
  })
  expect(JSON.stringify(document)).not.toContain('"documented"')
})

test('the document has a schema for every event that an endpoint can receive', () => {
  expect(Object.keys(document.webhooks ?? {})).toEqual([...eventTypes])
  expect(JSON.stringify(document.webhooks?.['sell.completed'])).toContain(
    '#/components/schemas/SellTransaction',
  )
})

test('the example bounds are those of a buy', () => {
  const examples = JSON.stringify(document.components['examples'])
  expect(examples).toContain(`"minimum":${formatMoney(buyBounds.minimum)}}`)
  expect(examples).toContain(`"maximum":${formatMoney(buyBounds.maximum)}}`)
})
