import { parseArgs } from 'node:util'
import type { Bench, Plan } from './bench.ts'

export type BenchRequest = Readonly<{ name: string; bench: Bench; plan: Plan; isShort: boolean }>

/** Reads `<name> [--short] [--rounds n] …`. Throws with the usage if the arguments are not valid. */
export function readRequest(args: readonly string[], benches: Readonly<Record<string, Bench>>): BenchRequest {
  const [name = '', ...rest] = args
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
  if (bench === undefined) throw new Error(formatUsage(benches))
  const numbers = Object.keys(bench.full)
  const { values } = parseArgs({
    args: rest,
    options: {
      short: { type: 'boolean', default: false },
      ...Object.fromEntries(numbers.map((number) => [number, { type: 'string' } as const])),
    },
  })
  const given = numbers
    .map((number) => [number, (values as Record<string, unknown>)[number]] as const)
    .filter(([, text]) => text !== undefined)
    .map(([number, text]) => [number, readCount(number, String(text))] as const)
  const isShort = values.short
  return {
    name,
    bench,
    plan: { ...(isShort ? bench.short : bench.full), ...Object.fromEntries(given) },
    isShort,
  }
}

function readCount(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Error(`--${name} must be a whole number of at least 1, not "${text}"`)
  return Number(text)
}

function formatUsage(benches: Readonly<Record<string, Bench>>): string {
  const lines = Object.entries(benches).map(([name, { summary, full }]) => {
    const flags = Object.entries(full).map(([flag, value]) => `[--${flag} ${value}]`)
    return `  ${name.padEnd(8)} ${summary}\n           ${flags.join(' ')} [--short]`
  })
  return ['npm run bench -- <name>', ...lines].join('\n')
}
