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
  chain_unknown: {
    status: 404,
    meaning: 'No deposits are watched on this network.',
    fix: 'Give the network an address and a deposit factory in the settings of the worker.',
  },
  lane_move_refused: {
    status: 409,
    meaning: 'The lane is not in a state in which this can be done.',
    fix: 'Look at it with `afara ops lanes`.',
  },
  lane_not_funded: {
    status: 409,
    meaning:
      'The chain does not show so much in the wallet that the books could be topped up by it, or was not read within the last minute.',
    fix: 'Bring it to the wallet first, wait until all that is out has arrived, and look with `afara ops lanes`.',
  },
} as const satisfies ErrorEntries
