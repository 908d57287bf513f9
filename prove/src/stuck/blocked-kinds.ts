import { type Machine, transitionsOf } from '@afara/server/records/transactions/machines/machine.ts'
import { machines, type TransactionType } from '@afara/server/records/transactions/machines/machines.ts'
import type { Stage } from './stage.ts'

/**
 * A status that is not final, and a way to reach it. The test world brings the transaction as far as it can, then events of the state
 * machine do the rest.
 */
export type BlockedKind = Readonly<{
  type: TransactionType
  status: string
  expectedWithinMs: number
  make(stage: Stage): Promise<string>
}>

/** Real starts of each type, with money behind it, in the statuses that need no event of this proof. */
const beginnings: Readonly<
  Record<TransactionType, ReadonlyArray<readonly [string, (stage: Stage) => Promise<string>]>>
> = {
  buy: [
    ['payment_received', async (stage) => stage.receiveBuy()],
    ['pending_payment', async (stage) => stage.claimBuy()],
  ],
  sell: [
    ['deposit_received', async (stage) => stage.sellFromBalance()],
    ['pending_deposit', async (stage) => stage.sellFromWallet()],
  ],
  withdrawal: [['requested', async (stage) => stage.requestWithdrawal()]],
  return: [['refunding', async (stage) => stage.returnCredit()]],
  drill: [['started', async (stage) => stage.startDrill()]],
}

export const blockedKinds: readonly BlockedKind[] = Object.entries(machines).flatMap(([type, machine]) =>
  Object.entries(machine.meanings)
    .filter(([, { expectedWithinMs }]) => expectedWithinMs !== null)
    .map(([status, { expectedWithinMs }]) => ({
      type: type as TransactionType,
      status,
      expectedWithinMs: expectedWithinMs ?? 0,
      make: async (stage: Stage) => {
        for (const [from, begin] of beginnings[type as TransactionType]) {
          const path = findPath(machine, from, status)
          if (path === undefined) continue
          const id = await begin(stage)
          await stage.walk(id, type as TransactionType, path)
          return id
        }
        throw new Error(`no path of a ${type} leads to ${status}`)
      },
    })),
)

/** Returns the shortest sequence of events from one status to another. */
function findPath(machine: Machine, from: string, to: string): readonly string[] | undefined {
  const paths = new Map<string, readonly string[]>([[from, []]])
  for (const [status, path] of paths) {
    if (status === to) return path
    for (const { event, to: next } of transitionsOf(machine).filter((edge) => edge.from === status))
      if (!paths.has(next)) paths.set(next, [...path, event])
  }
  return undefined
}
