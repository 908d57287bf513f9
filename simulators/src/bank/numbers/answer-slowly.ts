import { setTimeout as sleep } from 'node:timers/promises'
import type { Occasion } from '../faults/fault-rules.ts'
import type { SimulatedBank } from '../simulated-bank.ts'

/** Waits as long as the fault `number_slow` says, on the machine's clock. The number is issued by then. */
export async function answerSlowly({ rules }: SimulatedBank, on: Occasion): Promise<void> {
  const slow = rules.strikes('number_slow', on)
  if (slow !== undefined) await sleep(slow.seconds * 1000)
}
