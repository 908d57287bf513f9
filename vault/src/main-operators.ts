import { runOperators } from './shared/operators/ceremony/run-operators.ts'

try {
  process.exitCode = runOperators(process.argv.slice(2), (line) => console.log(line)) ? 0 : 1
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
