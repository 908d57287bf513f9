import { createDueQueue } from '../due-queue.ts'
import type { Scheduled } from './scheduled.ts'

/** Future events, by time. */
export function createSchedule() {
  const open = new Map<string, Scheduled>()
  const queue = createDueQueue<string>()
  let given = 0
  return {
    nextId: () => `scheduled_${given + 1}`,
    put: (entry: Scheduled) => {
      given += 1
      open.set(entry.id, entry)
      queue.push(entry.at, entry.id)
    },
    done: (id: string) => {
      open.delete(id)
    },
    popDue: (now: number): Scheduled | undefined => {
      for (;;) {
        const id = queue.popDue(now)
        if (id === undefined) return undefined
        const entry = open.get(id)
        if (entry !== undefined) return entry
      }
    },
    waiting: () => open.size,
    clear: () => {
      open.clear()
      queue.clear()
      given = 0
    },
  }
}
