import { buyMachine } from './buy-machine.ts'
import { drillMachine } from './drill-machine.ts'
import type { Machine } from './machine.ts'
import { sellMachine } from './sell-machine.ts'

export type TransactionType = 'buy' | 'sell' | 'drill'

export const machines: Readonly<Record<TransactionType, Machine>> = {
  buy: buyMachine,
  sell: sellMachine,
  drill: drillMachine,
}
