import {
  follow,
  type HeaderObject,
  type OpenApi,
  type OperationObject,
  type ParameterObject,
  type PathItem,
  pointerTo,
  type Reference,
  type RequestBodyObject,
  type ResponseObject,
} from './open-api.ts'
import type { Answer, Operation, Parameter } from './operation.ts'
import type { Schema } from './schema.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const JSON_TYPE = 'application/json'

/** Returns every operation of the document. Refuses a document without any, because fuzzing nothing would find nothing. */
export function readOperations(document: OpenApi): Operation[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => readOperation(document, path, item, method)),
  )
  if (operations.length === 0) throw new Error('the OpenAPI document has no operations')
  return operations
}

function readOperation(document: OpenApi, path: string, item: PathItem, method: string): Operation {
  const found = item[method] as OperationObject
  const at = [path, method]
  const parameters = [
    ...((item.parameters ?? []) as readonly (ParameterObject | Reference)[]),
    ...(found.parameters ?? []),
  ]
  return {
    id: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    // An operation that names its own server is not at the common address.
    listener: (found.servers ?? item.servers) === undefined ? 'api' : 'otc',
    needsKey: (found.security ?? document.security ?? []).length > 0,
    parameters: parameters.map((parameter) => readParameter(document, parameter, at)),
    body: readBody(document, found, at),
    answers: new Map(
      Object.entries(found.responses).map(([status, response]) => [
        Number(status),
        readAnswer(document, response, pointerTo('paths', ...at, 'responses', status)),
      ]),
    ),
  }
}

function readParameter(
  document: OpenApi,
  found: ParameterObject | Reference,
  at: readonly string[],
): Parameter {
  const { value } = follow(document, found, pointerTo('paths', ...at, 'parameters'))
  const schema = follow<Schema>(document, value.schema ?? {}, value.name).value
  const examples = value.example === undefined ? {} : { examples: [value.example] }
  return {
    name: value.name,
    in: value.in,
    required: value.required === true,
    schema: { ...examples, ...schema },
  }
}

function readBody(
  document: OpenApi,
  { requestBody }: OperationObject,
  at: readonly string[],
): Operation['body'] {
  if (requestBody === undefined) return undefined
  const body = follow<RequestBodyObject>(document, requestBody, pointerTo('paths', ...at, 'requestBody'))
  const given = body.value.content?.[JSON_TYPE]?.schema
  if (given === undefined) return undefined
  const schema = follow<Schema>(document, given, `${body.pointer}/content/application~1json/schema`)
  const properties = Object.entries(schema.value.properties ?? {}).map(
    ([name, property]) =>
      [name, follow<Schema>(document, property, `${schema.pointer}/properties/${name}`).value] as const,
  )
  return { schema: { ...schema.value, properties: Object.fromEntries(properties) }, pointer: schema.pointer }
}

function readAnswer(document: OpenApi, found: ResponseObject | Reference, at: string): Answer {
  const { value, pointer } = follow<ResponseObject>(document, found, at)
  const content = value.content ?? {}
  const headers = Object.entries(value.headers ?? {}).map(([name, given]) => {
    const header = follow<HeaderObject>(document, given, `${pointer}/headers/${name}`)
    return {
      name: name.toLowerCase(),
      isRequired: header.value.required === true,
      pointer: header.value.schema === undefined ? undefined : `${header.pointer}/schema`,
    }
  })
  return {
    headers,
    contentTypes: Object.keys(content),
    bodyPointer:
      content[JSON_TYPE]?.schema === undefined ? undefined : `${pointer}/content/application~1json/schema`,
  }
}
