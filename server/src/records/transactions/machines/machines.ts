import { buyMachine } from './buy-machine.ts'
import type { Machine } from './machine.ts'
import { returnMachine } from './return-machine.ts'
import { sellMachine } from './sell-machine.ts'
import { withdrawalMachine } from './withdrawal-machine.ts'

export type DrillStatus = 'started' | 'halfway' | 'finished'
export type DrillEvent = 'accepted' | 'first_step_done' | 'second_step_done'

/** The smallest transaction: two steps with a wait between them, and no money. */
export const drillMachine: Machine<DrillStatus, DrillEvent> = {
  type: 'drill',
  starts: { accepted: 'started' },
  edges: {
    started: { first_step_done: 'halfway' },
    halfway: { second_step_done: 'finished' },
    finished: {},
  },
  meanings: {
    started: {
      sentence: 'The drill is recorded and waits for the workflow engine.',
      holder: 'nobody',
      expectedWithinMs: 10 * 60_000,
      lookAfterMs: null,
    },
    halfway: {
      sentence: 'The workflow engine took the first step and waits for its timer.',
      holder: 'nobody',
      expectedWithinMs: 10 * 60_000,
    },
    finished: {
      sentence: 'The drill is complete: every part of the service answered.',
      holder: 'nobody',
      expectedWithinMs: null,
    },
  },
}

export type TransactionType = 'buy' | 'sell' | 'withdrawal' | 'return' | 'drill'

export const machines: Readonly<Record<TransactionType, Machine>> = {
  buy: buyMachine,
  sell: sellMachine,
  withdrawal: withdrawalMachine,
  return: returnMachine,
  drill: drillMachine,
}

export function isTransactionType(type: string): type is TransactionType {
  return Object.hasOwn(machines, type)
}
