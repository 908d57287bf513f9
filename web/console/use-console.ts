import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { askPeople, Refused } from '../shared/ask.ts'

export type Mode = 'live' | 'test'
/** The parts of the console that change on their own, as the server names them. */
const changing = ['cases', 'freezes', 'money', 'rails'] as const
/** What a read belongs to. `all`: it is read again whenever anything changed, at most every two seconds. */
export type Part = (typeof changing)[number] | 'all'
type Marks = Readonly<Record<(typeof changing)[number] | 'at', string>>

export type Operator = Readonly<{
  person_id: string
  email: string
  name: string
  side: string
  roles: readonly string[]
}>
type Session = Readonly<{ person: Operator; session: Readonly<{ session_id: string }> }>

/** Who is signed in. Refused: nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => askPeople<Session>('/people/v1/sessions/current'),
  retry: false,
})

export function useOperator(): Operator {
  const { data } = useQuery(sessionQuery)
  return data?.person ?? { person_id: '', email: '', name: '', side: 'operator', roles: [] }
}

/** The mode of the address. Every read and every link has it. */
export function useMode(): Mode {
  return useParams({ strict: false }).mode === 'live' ? 'live' : 'test'
}

/** Reads a part of the console. It is read again when the server says that the part changed. */
export function useConsole<T>(part: Part, path: string) {
  const mode = useMode()
  const client = useQueryClient()
  return useQuery({
    queryKey: ['console', mode, part, path],
    queryFn: async () =>
      askPeople<T>(`/console/v1/${mode}${path}`).catch((error: unknown) => {
        // The session ended, here or by somebody else: the shell asks to sign in again.
        if (error instanceof Refused && (error.status === 401 || error.code === 'person_disabled'))
          void client.invalidateQueries({ queryKey: ['session'] })
        throw error
      }),
    placeholderData: (before: T | undefined) => before,
  })
}

/** Reads everything of a part again, for example after an action on this page. */
export function useRefresh(): (...parts: readonly Part[]) => Promise<void> {
  const client = useQueryClient()
  const mode = useMode()
  return async (...parts) => {
    await Promise.all(
      [...parts, 'all'].map(async (part) => client.invalidateQueries({ queryKey: ['console', mode, part] })),
    )
  }
}

const SILENT_MS = 12_000
const ALL_EVERY_MS = 2_000
/** Without a person at the page nothing is read, so that the session of an empty desk ends by itself. */
const UNUSED_MS = 20 * 60_000

type Life = Readonly<{ heardAt: number; isPaused: boolean }>
let life: Life = { heardAt: Date.now(), isPaused: false }
const watchers = new Set<() => void>()
function setLife(now: Life): void {
  life = now
  for (const watcher of watchers) watcher()
}

/** When the server was last heard, and whether the figures on the screen are old. */
export function useLife(): Readonly<{ heardAt: number; isPaused: boolean; isStale: boolean }> {
  const now = useNow()
  const read = useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => life,
  )
  return { ...read, isStale: read.isPaused || now - read.heardAt > SILENT_MS }
}

/** Keeps the one stream of changes of the page open, while somebody uses the page. */
export function useChanges(mode: Mode): void {
  const client = useQueryClient()
  useEffect(() => followChanges(client, mode), [client, mode])
}

function followChanges(client: QueryClient, mode: Mode): () => void {
  let stream: EventSource | undefined
  let last: Marks | undefined
  let usedAt = Date.now()
  let soon: ReturnType<typeof setTimeout> | undefined
  const readAllSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined
      void client.invalidateQueries({ queryKey: ['console', mode, 'all'] })
    }, ALL_EVERY_MS)
  }
  const open = () => {
    stream = new EventSource(`/console/v1/${mode}/changes`)
    stream.addEventListener('marks', ({ data }: MessageEvent<string>) => {
      const now = JSON.parse(data) as Marks
      // With the first marks everything counts as changed: the page was read before them, and a change in between would stay unseen.
      const changed = changing.filter((part) => last?.[part] !== now[part])
      for (const part of changed) void client.invalidateQueries({ queryKey: ['console', mode, part] })
      if (changed.length > 0) readAllSoon()
      last = now
      setLife({ heardAt: Date.now(), isPaused: false })
    })
    stream.addEventListener('error', () => {
      // A closed stream was refused: the session may have ended.
      if (stream?.readyState === EventSource.CLOSED) void client.invalidateQueries({ queryKey: ['session'] })
    })
  }
  const use = () => {
    usedAt = Date.now()
    if (stream !== undefined) return
    open()
    void client.invalidateQueries({ queryKey: ['console', mode] })
  }
  const rest = setInterval(() => {
    if (stream === undefined || Date.now() - usedAt < UNUSED_MS) return
    stream.close()
    stream = undefined
    setLife({ ...life, isPaused: true })
  }, 10_000)
  const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
  for (const sign of signs) addEventListener(sign, use, { passive: true })
  open()
  return () => {
    for (const sign of signs) removeEventListener(sign, use)
    clearInterval(rest)
    clearTimeout(soon)
    stream?.close()
  }
}

/** The time, every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
