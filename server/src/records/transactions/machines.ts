import { buyMachine } from './buy-machine.ts'
import { drillMachine } from './drill-machine.ts'
import type { Machine } from './machine.ts'
import { sellMachine } from './sell-machine.ts'
import { withdrawalMachine } from './withdrawal-machine.ts'

export type TransactionType = 'buy' | 'sell' | 'withdrawal' | 'drill'

export const machines: Readonly<Record<TransactionType, Machine>> = {
  buy: buyMachine,
  sell: sellMachine,
  withdrawal: withdrawalMachine,
  drill: drillMachine,
}
