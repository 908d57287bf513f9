import { runKeys } from './signer/ceremony/run-keys.ts'

try {
  const done = await runKeys(process.argv.slice(2), { env: process.env, print: (line) => console.log(line) })
  process.exit(done ? 0 : 1)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
