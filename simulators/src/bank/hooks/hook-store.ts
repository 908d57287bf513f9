import { createDueQueue, type DueQueue } from '../due-queue.ts'
import { channelOf, type Hook } from './hook.ts'

type Place = Readonly<{ id: string; dueAt: number }>

/** Stores all notifications, and finds the next one that is due. */
export function createHookStore() {
  const hooks = new Map<string, Hook>()
  const byReference = new Map<string, string[]>()
  const held = new Map<string, Set<string>>()
  const queues = new Map<string, DueQueue<Place>>()
  const counts: Record<Hook['state'], number> = {
    waiting: 0,
    held: 0,
    kept: 0,
    delivered: 0,
    rejected: 0,
    given_up: 0,
  }

  const queueOf = (channel: string) => {
    const queue = queues.get(channel) ?? createDueQueue<Place>()
    queues.set(channel, queue)
    return queue
  }
  const isOpen = ({ state }: Hook) => state === 'waiting' || state === 'held'

  return {
    nextId: () => ({ id: `hook_${hooks.size + 1}`, seq: hooks.size + 1 }),
    put: (hook: Hook) => {
      const before = hooks.get(hook.id)
      if (before === undefined) {
        byReference.set(hook.reference, [...(byReference.get(hook.reference) ?? []), hook.id])
      } else {
        counts[before.state] -= 1
        held.get(channelOf(before))?.delete(before.id)
      }
      counts[hook.state] += 1
      hooks.set(hook.id, hook)
      const channel = channelOf(hook)
      if (hook.state === 'held') held.set(channel, (held.get(channel) ?? new Set()).add(hook.id))
      if (isOpen(hook)) queueOf(channel).push(hook.dueAt, { id: hook.id, dueAt: hook.dueAt })
    },
    get: (id: string) => hooks.get(id),
    of: (reference: string) => (byReference.get(reference) ?? []).flatMap((id) => hooks.get(id) ?? []),
    all: () => [...hooks.values()],
    heldAt: (channel: string) => [...(held.get(channel) ?? [])].flatMap((id) => hooks.get(id) ?? []),
    /** A rescheduled hook leaves its old entry in the queue, which is skipped here. */
    popDue: (channel: string, now: number): Hook | undefined => {
      for (;;) {
        const entry = queues.get(channel)?.popDue(now)
        if (entry === undefined) return undefined
        const hook = hooks.get(entry.id)
        if (hook !== undefined && isOpen(hook) && hook.dueAt === entry.dueAt) return hook
      }
    },
    channels: () => [...queues.keys()],
    counts: () => ({ ...counts }),
    clear: () => {
      hooks.clear()
      byReference.clear()
      held.clear()
      queues.clear()
      for (const state of Object.keys(counts) as Hook['state'][]) counts[state] = 0
    },
  }
}
