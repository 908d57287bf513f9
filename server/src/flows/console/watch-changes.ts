import type { Mode } from '../../kernel/mode.ts'
import type { Marks } from './changes-store.ts'

type Listener = Readonly<{ mode: Mode; tell: (marks: Marks) => void; end: () => void }>

/** Tells open pages what changed. However many listen, the database is asked once a second, and never if nobody listens. */
export type Changes = Readonly<{
  /** Reads the marks now. */
  read(mode: Mode): Promise<Marks>
  /** Calls `tell` with the marks when one of them has changed. Returns how to stop listening. */
  listen(listener: Listener): () => void
  /** Ends every listener, so that the process can stop. */
  stop(): void
}>

const LOOK_EVERY_MS = 1000

export function watchChanges(deps: {
  read: () => Promise<Readonly<Record<Mode, Marks>>>
  onError: (error: unknown) => void
}): Changes {
  const listeners = new Set<Listener>()
  let last: Readonly<Record<Mode, Marks>> | undefined
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    try {
      const now = await deps.read()
      for (const { mode, tell } of listeners) if (!isSame(now[mode], last?.[mode])) tell(now[mode])
      last = now
    } catch (error) {
      deps.onError(error)
    } finally {
      isLooking = false
    }
  }

  return {
    read: async (mode) => (await deps.read())[mode],
    listen: (listener) => {
      listeners.add(listener)
      timer ??= setInterval(() => void look(), LOOK_EVERY_MS)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
        last = undefined
      }
    },
    stop: () => {
      for (const { end } of listeners) end()
    },
  }
}

function isSame(now: Marks, before: Marks | undefined): boolean {
  return (
    before !== undefined && Object.entries(now).every(([part, mark]) => before[part as keyof Marks] === mark)
  )
}
