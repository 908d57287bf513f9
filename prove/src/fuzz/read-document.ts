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
  return { operations: readOperations(document), validators: createValidators(document) }
}
