import { setTimeout as sleep } from 'node:timers/promises'
import type { PayoutDeps } from './payout-deps.ts'

export type PayoutCalls = ReturnType<typeof createPayoutCalls>

type Asking<Answer> = Readonly<{
  ids: readonly string[]
  /** Returns the answers that are known by now. The caller asks again for those that are missing. */
  ask: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Answer[]>
  note: (answers: readonly Answer[]) => Promise<void>
}>

/**
 * Tracks the requests to the payer for one account while its lease is held. No request waits for another: rounds continue while a bank has
 * not answered, and a late answer is recorded when it arrives. An answer that arrives after the lease ended is lost, and a later request
 * gets it again.
 */
export function createPayoutCalls({ times, onNotice }: PayoutDeps, accountId: string) {
  const underWay = new Map<string, Promise<void>>()
  const goOn = (keys: readonly string[], work: Promise<unknown>): void => {
    const end = async (): Promise<void> => {
      try {
        await work
      } catch (error) {
        onNotice(accountId, String(error))
      } finally {
        for (const key of keys) underWay.delete(key)
      }
    }
    const ended = end()
    for (const key of keys) underWay.set(key, ended)
  }

  return {
    isUnderWay: (key: string): boolean => underWay.has(key),
    count: (): number => underWay.size,
    /** Resolves when every request in progress has ended. */
    over: async (): Promise<void> => {
      await Promise.all(underWay.values())
    },
    /** Records the first answers before it returns, and the rest as they arrive. */
    askInTurns: async <Answer extends Readonly<{ payoutId: string }>>({
      ids,
      ask,
      note,
    }: Asking<Answer>): Promise<void> => {
      const signal = AbortSignal.timeout(times.askMs)
      const turn = async (asked: readonly string[]): Promise<readonly string[]> => {
        if (asked.length === 0) return []
        const wanted = new Set(asked)
        const answers = (await ask(asked, signal)).filter(({ payoutId }) => wanted.delete(payoutId))
        if (answers.length > 0) await note(answers)
        return [...wanted]
      }
      const waiting = await turn(ids)
      if (waiting.length === 0) return
      const rest = async (): Promise<void> => {
        let left = waiting
        while (left.length > 0) left = await turn(left)
      }
      goOn(waiting, rest())
    },
    /**
     * Starts the work and waits for it up to `momentMs`. Then the work continues while the round goes on. Starts nothing if the same work
     * is still in progress.
     */
    waitAMoment: async (key: string, work: () => Promise<void>): Promise<void> => {
      if (underWay.has(key)) return
      const working = work()
      const over = new AbortController()
      const moment = sleep(times.momentMs, 'late', { signal: over.signal }).catch(() => undefined)
      const first = await Promise.race([working, moment]).finally(() => over.abort())
      if (first === 'late') goOn([key], working)
    },
  }
}
