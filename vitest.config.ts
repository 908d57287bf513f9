import { defineConfig } from 'vitest/config'

// Machines are shared and noisy: time-outs only catch what hangs.
export default defineConfig({
  test: {
    include: ['{server,vault,contracts,simulators,stack,sdk,cli,prove,bench,tools}/**/*.test.ts'],
    globalSetup: ['./stack/src/vitest-postgres.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Modules keep nothing that a test changes: reading them once for a worker saves a quarter of the time.
    isolate: false,
  },
})
