import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createValidators, type Validators } from './document/create-validators.ts'
import type { OpenApi } from './document/open-api.ts'
import type { Operation } from './document/operation.ts'
import { readOperations } from './document/read-operations.ts'

const FILE = resolve(import.meta.dirname, '../../../docs/reference/openapi.json')

export type Document = Readonly<{ operations: readonly Operation[]; validators: Validators }>

/** Reads the published document that the service must match. */
export function readDocument(): Document {
  const document = JSON.parse(readFileSync(FILE, 'utf8')) as OpenApi
  const operations = readOperations(document)
  // Clients must ignore new fields, but here a field that the document does not name is a fault.
  closeObjects(document)
  return { operations, validators: createValidators(document) }
}

function closeObjects(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as { type?: unknown; properties?: unknown; additionalProperties?: unknown }
  const isObject = schema.type === 'object' && typeof schema.properties === 'object'
  if (isObject && schema.additionalProperties === undefined) schema.additionalProperties = false
  for (const child of Object.values(node)) closeObjects(child)
}
