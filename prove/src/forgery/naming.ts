import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

const EVERY_MS = 250

export type Kind = 'entry' | 'line' | 'deposit' | 'edit'

type Forged = Readonly<{ kind: Kind; what: string; atMs: number }>

/** Notes what was forged, and when a finding of the reconciler named it by its id. */
export function startNaming(owner: Pool) {
  const forged = new Map<string, Forged>()
  const named = new Map<string, number>()
  let last = '00000000-0000-0000-0000-000000000000'
  const aliases = new Map<string, string[]>()
  const stopping = new AbortController()
  const name = (found: string): void => {
    const one = forged.get(found)
    if (one !== undefined && !named.has(found)) named.set(found, (performance.now() - one.atMs) / 1_000)
  }
  const look = async (): Promise<void> => {
    const { rows } = await owner.query<{ id: string; words: string }>(
      `select id, scope || ' ' || items::text as words from reconciliation where id > $1 order by id`,
      [last],
    )
    for (const { id, words } of rows) {
      last = id
      for (const [account, of] of aliases)
        if (words.includes(account)) {
          for (const one of of) name(one)
          aliases.delete(account)
        }
      for (const [found] of words.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\bseal \d+/g))
        name(found)
    }
  }
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await look()
      await sleep(EVERY_MS)
    }
  })().catch(() => {})
  return {
    note: (id: string, kind: Kind, what: string): void => {
      forged.set(id, { kind, what, atMs: performance.now() })
    },
    /** Notes an account of ours outside. A difference of it names what was forged on it. */
    noteAccount: (id: string, account: string): void => {
      aliases.set(account, [...(aliases.get(account) ?? []), id])
    },
    ids: (): readonly string[] => [...forged.keys()],
    count: (kind?: Kind): number =>
      [...forged.values()].filter((one) => kind === undefined || one.kind === kind).length,
    named: (): number => named.size,
    slowest: (): number => Math.max(0, ...named.values()),
    unnamed: (): readonly string[] =>
      [...forged].filter(([id]) => !named.has(id)).map(([id, { kind, what }]) => `${kind} ${id}: ${what}`),
    /** Waits until everything is named, at most this long. */
    until: async (withinMs: number): Promise<void> => {
      const deadline = performance.now() + withinMs
      while (named.size < forged.size && performance.now() < deadline) await sleep(EVERY_MS)
    },
    stop: async (): Promise<void> => {
      stopping.abort()
      await loop
    },
  }
}

export type Naming = ReturnType<typeof startNaming>
