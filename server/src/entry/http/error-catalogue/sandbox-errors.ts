import type { ErrorEntries } from './error-entry.ts'

export const sandboxErrors = {
  sandbox_only: {
    status: 403,
    meaning: 'The sandbox was asked for with a live key.',
    fix: 'Use a test key: nothing is simulated in live mode.',
  },
  scenario_unknown: {
    status: 404,
    meaning: 'There is no scenario of this name.',
    fix: 'Take one from `GET /sandbox/v1/scenarios`.',
  },
  sandbox_unavailable: {
    status: 503,
    meaning:
      'The simulated world does not answer, or what was asked for cannot be simulated here. A transaction that a scenario made by then is there all the same.',
    fix: 'The message says which. Try again in a minute under another `reference`, or name another network.',
  },
} as const satisfies ErrorEntries
