import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'afara-openapi-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Json = Record<string, unknown>
type Document = {
  paths: Record<string, Record<string, { summary?: string; responses: Record<string, { content: Json }> }>>
  components: { examples: Record<string, { value: Json }> }
}

function check(spoil: (document: Document) => void): { status: number | null; said: string } {
  const document = JSON.parse(readFileSync(join(ROOT, 'docs/reference/openapi.json'), 'utf8')) as Document
  spoil(document)
  const copy = join(folder, 'openapi.json')
  writeFileSync(copy, JSON.stringify(document))
  const run = spawnSync(process.execPath, ['tools/check-openapi.ts', copy], { cwd: ROOT, encoding: 'utf8' })
  return { status: run.status, said: run.stdout + run.stderr }
}

test('the current document passes', () => {
  const { status, said } = check(() => {})
  expect(said).toMatch(/openapi operations=[0-9]+ problems=0/)
  expect(status).toBe(0)
})

test('a status without an example fails', () => {
  const { status, said } = check(({ paths }) => {
    const response = paths['/transactions/v1/onramp']?.post?.responses['422']
    if (response !== undefined) response.content = { 'application/json': { schema: {} } }
  })
  expect(said).toContain('examples/for-every-status')
  expect(status).toBe(1)
})

test('an example that violates its schema fails', () => {
  const { status, said } = check(({ components }) => {
    delete components.examples.key_missing?.value.request_id
  })
  expect(said).toContain('no-invalid-media-type-examples')
  expect(status).toBe(1)
})

test('a document without operations fails', () => {
  expect(check((document) => Object.assign(document, { paths: {} })).status).toBe(1)
})
