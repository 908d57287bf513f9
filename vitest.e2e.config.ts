import { defineConfig } from 'vitest/config'

/** Time-outs only catch what hangs, because machines are shared. */
const patient = { testTimeout: 600_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

/** Journeys that leave the stack as they found it share one. Any other journey raises its own. */
const sharing = ['stack/test/{console,dashboard,people-mail,site,smoke,pay-journey,sell-journey}*.e2e.ts']

/** Journeys that take minutes and that another test covers in part. The gate runs them before a release. */
const long = ['stack/test/{demo,third-network}.e2e.ts']

// One file after the other: each of them needs the whole machine.
export default defineConfig({
  test: {
    maxWorkers: 1,
    fileParallelism: false,
    projects: [
      {
        test: {
          name: 'one stack',
          include: sharing,
          globalSetup: ['./stack/test/shared-dev-stack.ts'],
          ...patient,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'own stack',
          include: ['{server,stack}/**/*.e2e.ts'],
          exclude: [...sharing, ...long],
          ...patient,
          sequence: { groupOrder: 2 },
        },
      },
      { test: { name: 'long', include: long, ...patient, sequence: { groupOrder: 3 } } },
    ],
  },
})
