import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { rateSources } from '@afara/stack/services/server-environment.ts'
import { raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { chapters } from './chapters.ts'
import { Untrue } from './expect.ts'
import { createWorld, type World } from './world.ts'

// With fewer statements the proof shows too little.
const STATEMENTS_AT_LEAST = 60

export const interfaceProof: Proof = {
  name: 'interface',
  sentence:
    'The running service does what the API documentation states and what our decisions say about the API.',
  sizes: {},
  switches: ['list'],
  run: async (input) => (input.isOn('list') ? list(input) : prove(input)),
}

function list({ progress }: ProofInput): Outcome {
  for (const { name, statements } of chapters) {
    progress.say(`\n${name}`)
    for (const { sentence } of statements) progress.say(`  ${sentence}`)
  }
  return { figures: { statements: countStatements(), chapters: chapters.length }, shortfalls: [] }
}

async function prove({ progress }: ProofInput): Promise<Outcome> {
  const ratesUrl = `http://127.0.0.1:${await findFreePort()}`
  const stack = await raiseLiveStack({ ...rateSources(ratesUrl), RATE_POLL_SECONDS: '1' }, { bank: {} })
  const counts = { requests: 0, statuses: new Set<number>() }
  let world: World | undefined
  try {
    world = await createWorld(stack, ({ status }) => {
      counts.requests += 1
      counts.statuses.add(status)
    })
    const startedAt = performance.now()
    const { ran, untrue } = await examine(world, progress)
    return {
      figures: {
        statements: ran,
        failed: untrue.length,
        chapters: chapters.length,
        requests: counts.requests,
        statuses: [...counts.statuses].toSorted((a, b) => a - b).join(','),
        seconds: ((performance.now() - startedAt) / 1000).toFixed(1),
      },
      shortfalls: [
        ...untrue,
        ...(ran < STATEMENTS_AT_LEAST
          ? [`only ${ran} statements were checked; at least ${STATEMENTS_AT_LEAST} are needed`]
          : []),
      ],
    }
  } finally {
    await world?.close()
    await stack.stop()
  }
}

/** Checks one statement at a time, so that a failure belongs to that statement alone. */
async function examine(world: World, progress: ProofInput['progress']) {
  const untrue: string[] = []
  let ran = 0
  for (const { name, statements } of chapters) {
    const before = untrue.length
    for (const { sentence, check } of statements) {
      progress.show(`${ran} of ${countStatements()}: ${name}: ${sentence}`)
      ran += 1
      await check(world).catch((error: unknown) => {
        untrue.push(
          `${name}: ${sentence}\n  ${error instanceof Untrue ? error.message : String((error as Error).stack)}`,
        )
      })
    }
    progress.say(`${name}: ${statements.length - (untrue.length - before)} of ${statements.length} are true`)
  }
  return { ran, untrue }
}

function countStatements(): number {
  return chapters.reduce((sum, { statements }) => sum + statements.length, 0)
}
