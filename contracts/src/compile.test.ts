import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileContracts } from './compile.ts'

test('the committed artifacts match the sources', () => {
  const artifacts = Object.entries(compileContracts())
  expect(artifacts.length).toBeGreaterThan(0)
  for (const [name, artifact] of artifacts) {
    const committed = readFileSync(join(import.meta.dirname, '../artifacts', `${name}.json`), 'utf8')
    expect(JSON.parse(committed), `${name} is out of date: run node contracts/src/main-compile.ts`).toEqual(
      artifact,
    )
  }
})
