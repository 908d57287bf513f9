import { setTimeout as sleep } from 'node:timers/promises'
import type { PayoutDeps } from './payout-deps.ts'

export type PayoutCalls = ReturnType<typeof createPayoutCalls>

type Asking<Answer> = Readonly<{
  ids: readonly string[]
  /** Returns the answers that are known by now. The caller requests the rest again. */
  ask: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Answer[]>
  note: (answers: readonly Answer[]) => Promise<void>
}>

/**
 * Tracks the requests to the payer for one account while its lease is held. No request waits for another: rounds continue while a bank has
 * not answered, and a late answer is recorded when it arrives. An answer after the lease ended is lost, and a new request gets it.
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
     * Waits for the work up to `momentMs`, then lets it continue while the round goes on. Does not start it while the same work is still in
     * progress.
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
