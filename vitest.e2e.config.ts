import { defineConfig } from 'vitest/config'

// Journeys through the whole stack, one after the other: each raises all of its parts.
export default defineConfig({
  test: {
    include: ['{server,stack}/**/*.e2e.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
})
