import type { Pool, Sql } from '@afara/server/kernel/postgres/pool.ts'

/** One deliberate bug. `plant` throws if the text to change is missing, so that a stale bug does not count. */
export type Bug = Readonly<{
  name: string
  plant(superuser: Sql): Promise<void>
  /** For bugs in the sealer's own queries. `planted` reports whether a query was changed. */
  changeSealer?: () => { change: (pool: Pool) => void; planted: () => boolean }
}>

export function statementBug(name: string, statements: string): Bug {
  return {
    name,
    async plant(sql) {
      await sql.query(statements)
    },
  }
}

/** Returns a bug that edits the text of functions in the database. */
export function functionBug(
  name: string,
  edits: ReadonlyArray<readonly [functionName: string, find: string | RegExp, replacement: string]>,
  alsoRun = '',
): Bug {
  return {
    name,
    async plant(sql) {
      for (const [functionName, find, replacement] of edits) {
        const { rows } = await sql.query<{ text: string }>('select pg_get_functiondef($1::regproc) as text', [
          functionName,
        ])
        const text = rows[0]?.text ?? ''
        const changed = text.replaceAll(typeof find === 'string' ? find : new RegExp(find, 'g'), replacement)
        if (changed === text)
          throw new Error(`"${name}" cannot be introduced: ${functionName} does not contain ${String(find)}`)
        await sql.query(changed)
      }
      if (alsoRun !== '') await sql.query(alsoRun)
    },
  }
}

/** Returns a bug that edits the text of queries before they reach the database. */
export function sealerBug(name: string, find: string, replacement: string): Bug {
  return {
    name,
    plant: async () => {},
    changeSealer() {
      let hits = 0
      const edit = (text: string) => {
        if (text.includes(find)) hits += 1
        return text.replaceAll(find, replacement)
      }
      return {
        change: (pool) =>
          pool.on('connect', (client) => {
            const query = client.query.bind(client) as (...args: unknown[]) => unknown
            Object.assign(client, { query: (text: string, ...rest: unknown[]) => query(edit(text), ...rest) })
          }),
        planted: () => hits > 0,
      }
    },
  }
}
