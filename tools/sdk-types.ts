import { spawnSync } from 'node:child_process'
import { errorGroups } from '@afara/server/entry/http/error-catalogue/error-catalogue.ts'
import { operationLines } from './sdk-operations.ts'
import { countingFields, integerFields, nameOf, namesWithin, type Schema, typeOf } from './sdk-schema.ts'

/** Returns the types of the SDK: the schemas, operations and codes of the API, from its OpenAPI document. */
export function sdkTypes(openApi: string): string {
  const document = JSON.parse(openApi) as OpenApiDocument
  const { schemas } = document.components
  const integers = integerFields(document)
  const asked = namesWithin(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ requestBody }) => requestBody),
    ),
    schemas,
  )
  return formatted(`// Generated from docs/reference/openapi.json and the catalogue of errors by "npm run generate". Do not edit.
import type { Amount, AmountInput } from '../amount.ts'

${Object.entries(schemas)
  .map(([name, schema]) =>
    declaration(name, schema, { integers, side: asked.has(name) ? 'request' : 'reply' }),
  )
  .join('\n\n')}

${operationLines(document.paths, integers)}

/** Fields whose numbers count something. Every other number is money or a rate, and is kept as the text it came in. */
export const integerFields: ReadonlySet<string> = new Set([
${[...integers].map((name) => `  '${name}',`).join('\n')}
])

/** Fields that hold a count for each of some names. */
export const countingFields: ReadonlySet<string> = new Set([
${[...countingFields(document)].map((name) => `  '${name}',`).join('\n')}
])

/** What to do about each code. New codes may come: treat one that you do not know by the class of its error. */
export const fixes = {
${[...new Map(callersErrors(openApi))].map(([code, fix]) => `  ${code}: ${quoted(fix)},`).join('\n')}
} as const

/** Every code that a caller can meet. */
export type ErrorCode = keyof typeof fixes
`)
}

type OpenApiDocument = Readonly<{
  components: { schemas: Record<string, Schema> }
  paths: Parameters<typeof operationLines>[0]
}>

function declaration(name: string, schema: Schema, setting: Parameters<typeof typeOf>[1]): string {
  const comment =
    schema.description === undefined ? '' : `/** ${schema.description.replaceAll('*/', '*\\/')} */\n`
  return `${comment}export type ${nameOf(name)} = ${typeOf(schema, setting)}`
}

/** Returns the error codes for callers, and those of other groups that an operation returns. */
function callersErrors(openApi: string): ReadonlyArray<readonly [code: string, fix: string]> {
  return errorGroups.flatMap(({ audience, entries }) =>
    Object.entries(entries)
      .filter(([code]) => audience === 'callers' || openApi.includes(`\`${code}\``))
      .map(([code, { fix }]) => [code, fix] as const),
  )
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`
}

/** Formats the source, so that the file passes the same check as all others. */
function formatted(source: string): string {
  const { status, stdout, stderr } = spawnSync(
    'node_modules/.bin/biome',
    ['format', '--stdin-file-path=sdk/src/generated/api-types.ts'],
    { input: source, encoding: 'utf8', maxBuffer: 64 << 20 },
  )
  if (status !== 0) throw new Error(`Biome could not format the generated SDK types:\n${stderr}`)
  return stdout
}
