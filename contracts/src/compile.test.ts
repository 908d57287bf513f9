import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileContracts } from './compile.ts'

test('what is committed is what the sources compile to', () => {
  const artifacts = Object.entries(compileContracts())
  expect(artifacts.length).toBeGreaterThan(0)
  for (const [name, artifact] of artifacts) {
    const committed = readFileSync(join(import.meta.dirname, '../artifacts', `${name}.json`), 'utf8')
    expect(JSON.parse(committed), `run: node contracts/src/main-compile.ts (${name})`).toEqual(artifact)
  }
})
