import { defineConfig } from 'vitest/config'

// Machines are shared and noisy: time-outs only catch what hangs.
export default defineConfig({
  // What we publish is tested as it is written, not as it was last built.
  ssr: { resolve: { conditions: ['afara-source', 'node'] } },
  test: {
    include: ['{server,vault,contracts,simulators,stack,sdk,cli,prove,bench,tools,web}/**/*.test.ts'],
    // See `server/test/loop-counts.ts`.
    provide: { fullLoops: process.env['AFARA_FULL_LOOPS'] !== undefined },
    globalSetup: ['./stack/src/postgres/vitest-postgres.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Many tests mainly wait, for a block or for a process that starts.
    maxWorkers: 3,
    // Modules keep nothing that a test changes: reading them once for a worker saves a quarter of the time.
    isolate: false,
  },
})
