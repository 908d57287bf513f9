import { defineConfig } from 'vitest/config'
import { sortTests } from './tools/test-kinds.ts'

const files = sortTests(
  import.meta.dirname,
  '{server,vault,contracts,simulators,stack,sdk,cli,prove,bench,tools,web}/**/*.test.ts',
)

// Machines are shared and noisy: time-outs only catch what hangs.
const patient = { testTimeout: 180_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }
const project = (name: keyof typeof files, globalSetup: string[]) => ({
  // What we publish is tested as it is written, not as it was last built.
  ssr: { resolve: { conditions: ['afara-source', 'node'] } },
  test: {
    name,
    include: [...files[name]],
    globalSetup,
    ...patient,
    // See `server/test/loop-counts.ts`.
    provide: { fullLoops: process.env['AFARA_FULL_LOOPS'] !== undefined },
    // Modules keep nothing that a test changes: reading them once for a worker saves a quarter of the time.
    isolate: false,
  },
})
const postgres = './stack/src/postgres/vitest-postgres.ts'

export default defineConfig({
  test: {
    // Many tests mainly wait, for a block or for a process that starts.
    maxWorkers: 3,
    projects: [project('unit', []), project('database', [postgres]), project('process', [postgres])],
  },
})
