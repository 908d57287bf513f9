import type { ErrorEntries } from './error-entry.ts'

export const laneErrors = {
  lane_exists: {
    status: 409,
    meaning: 'A lane with this number, or with this address, is open on the network already.',
    fix: 'Choose another number, or look at it with `afara ops lanes`.',
  },
  lane_unknown: {
    status: 404,
    meaning: 'There is no such lane.',
    fix: 'Copy its name from `afara ops lanes`.',
  },
  lane_move_refused: {
    status: 409,
    meaning: 'The lane is not in a state in which this can be done.',
    fix: 'Look at it with `afara ops lanes`.',
  },
} as const satisfies ErrorEntries
