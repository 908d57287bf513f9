import { waitForInterruption } from '@afara/stack/processes/interruption.ts'
import type { Outcome } from './bench.ts'
import { type BenchRequest, readRequest } from './bench-request.ts'
import { benches } from './benches.ts'
import { openTestBed } from './test-bed.ts'

type Say = (line: string) => void

/** Runs one bench on its own PostgreSQL. Returns the exit code. The last line printed is always the result. */
export async function runBench(args: readonly string[], say: Say): Promise<number> {
  let request: BenchRequest
  try {
    request = readRequest(args, benches)
  } catch (error) {
    say((error as Error).message)
    return 1
  }
  try {
    const { figures, shortfalls } = await runOnTestBed(request, say)
    for (const shortfall of shortfalls) say(`  ${shortfall}`)
    const pairs = Object.entries(figures).map(([key, value]) => `${key}=${value}`)
    say(`${request.name} ${pairs.join(' ')}`)
    return shortfalls.length > 0 ? 1 : 0
  } catch (error) {
    say(`\n${(error as Error).message}\n`)
    say(`${request.name} failed`)
    return 1
  }
}

async function runOnTestBed({ bench, plan, isShort }: BenchRequest, say: Say): Promise<Outcome> {
  const interrupted = waitForInterruption()
  const bed = await openTestBed(say, isShort)
  const cut = Promise.race([
    interrupted.then((signal) => `Interrupted (${signal}).`),
    bed.postgres.ended.then((how) => `PostgreSQL stopped unexpectedly (${how}).`),
  ]).then((reason) => {
    throw new Error(reason)
  })
  try {
    return await Promise.race([bench.run(bed, plan, isShort), cut])
  } finally {
    await bed.close()
  }
}
