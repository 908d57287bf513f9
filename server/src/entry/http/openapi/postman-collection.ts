import { createHash } from 'node:crypto'
import { apiInfo, apiTags, type PublicUrls } from './api-info.ts'

type Plain = string | number | boolean
type Parameter = Readonly<{
  in: string
  name: string
  required?: boolean
  description?: string
  example?: Plain
  schema?: Readonly<{ examples?: readonly Plain[]; enum?: readonly Plain[] }>
}>
type OperationObject = Readonly<{
  operationId: string
  summary?: string
  description?: string
  tags?: readonly string[]
  servers?: readonly unknown[]
  security?: readonly unknown[]
  parameters?: readonly Parameter[]
  requestBody?: Readonly<{
    content: Readonly<Record<string, { examples?: Readonly<Record<string, Example>> }>>
  }>
}>
type Example = Readonly<{ value: unknown }>
type Paths = Readonly<Record<string, Readonly<Record<string, OperationObject>>>>

/** Values that a person sets once in Postman. */
const own = { business_id: '{{business_id}}', link_tag: '{{link_tag}}' }

/** Makes a Postman collection (v2.1) of our OpenAPI document: one folder for each tag, one request for each operation. */
export function makePostmanCollection(document: object, { baseUrl, otcBaseUrl }: PublicUrls) {
  const { paths } = document as { paths: Paths }
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return {
    info: {
      _postman_id: idOf('afara'),
      name: apiInfo.title,
      description: apiInfo.description.replaceAll('](/docs', `](${baseUrl}/docs`),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'svc-sec-key', type: 'string' },
        { key: 'value', value: '{{key}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'base_url', value: baseUrl },
      { key: 'otc_base_url', value: otcBaseUrl },
      { key: 'key', value: '', description: 'Your test key. The dashboard shows it once.' },
      { key: 'business_id', value: '' },
      { key: 'link_tag', value: '' },
    ],
    item: apiTags.map(({ name, description }) => ({
      name,
      description,
      item: all.filter(({ operation }) => operation.tags?.includes(name)).map(toItem),
    })),
  }
}

function toItem({
  path,
  method,
  operation,
}: Readonly<{ path: string; method: string; operation: OperationObject }>) {
  const { operationId, summary = operationId, description = '', parameters = [], security = [] } = operation
  const content = operation.requestBody?.content['application/json']
  const [example] = Object.values(content?.examples ?? {})
  const host = operation.servers === undefined ? '{{base_url}}' : '{{otc_base_url}}'
  const parts = path
    .slice(1)
    .split('/')
    .map((part) => part.replace(/^\{(.+)\}$/, ':$1'))
  const of = (place: string) => parameters.filter((one) => one.in === place)
  return {
    id: idOf(operationId),
    name: summary,
    request: {
      method,
      description,
      ...(security.length === 0 && { auth: { type: 'noauth' } }),
      header: [
        ...(content === undefined ? [] : [{ key: 'content-type', value: 'application/json' }]),
        ...of('header').map(({ name, description: what }) => ({
          key: name,
          // Postman makes a new one for each request, so a person who wants to repeat a request sets it.
          value: name === 'Idempotency-Key' ? '{{$guid}}' : '',
          description: what,
          disabled: true,
        })),
      ],
      url: {
        raw: `${host}/${parts.join('/')}`,
        host: [host],
        path: parts,
        query: of('query').map((one) => ({
          key: one.name,
          value: exampleOf(one),
          description: one.description,
          disabled: one.required !== true,
        })),
        variable: of('path').map((one) => ({
          key: one.name,
          value: exampleOf(one),
          description: one.description,
        })),
      },
      ...(content !== undefined && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(withOwn(example?.value ?? {}), null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
  }
}

function exampleOf({ example, schema }: Parameter): string {
  const found = example ?? schema?.examples?.[0] ?? schema?.enum?.[0]
  return found === undefined ? '' : String(found)
}

/** Names the business of the person in place of the one of the examples. */
function withOwn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return { ...value, ...('business_id' in value && own) }
}

/** Postman merges a collection by these ids, so they stay the same. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(`afara postman ${name}`).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
