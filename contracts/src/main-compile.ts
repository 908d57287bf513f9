import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { compileContracts } from './compile.ts'

for (const [name, artifact] of Object.entries(compileContracts())) {
  const file = resolve(import.meta.dirname, '../artifacts', `${name}.json`)
  writeFileSync(file, `${JSON.stringify(artifact, undefined, 2)}\n`)
  console.log(`contracts/artifacts/${name}.json bytes=${(artifact.bytecode.length - 2) / 2}`)
}
