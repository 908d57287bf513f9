import type { Attempt } from './attempt.ts'
import { describeChange, guardedOf, type Mine } from './guarded.ts'
import type { Stage } from './stage.ts'

export type Recorder = Readonly<{
  /** Makes one attempt, and notes what it changed. Returns what was said. */
  attempt(
    about: Omit<Attempt, 'said' | 'changed' | 'effects'>,
    run: () => Promise<string>,
    isMine?: Mine,
  ): Promise<string>
  all(): readonly Attempt[]
}>

/** The application whose commits an attempt causes, by the way in. */
const applicationOf = (route: Attempt['route']): string =>
  route === 'public API' ? 'afara-api' : route.startsWith('SQL') ? 'takeover' : 'afara-people'

/**
 * Notes attempts one after the other. What an attempt changed is what the application behind its route committed in the meantime. A change
 * of a guarded row counts as an effect unless a decision of the same commit carries it: the vault must then name that decision.
 */
export function createRecorder({ changes }: Stage, say: (text: string) => void): Recorder {
  const attempts: Attempt[] = []
  const started = new Set<string>()
  return {
    all: () => attempts,
    async attempt(about, run, isMine) {
      const application = applicationOf(about.route)
      if (!started.has(application)) await changes.take(application)
      started.add(application)
      let isRolledBack = false
      const said = await run().catch((error: Error & { code?: string }) => {
        isRolledBack = about.route.startsWith('SQL') && error.code !== undefined
        return error.code ?? error.message
      })
      // A statement that PostgreSQL refused has changed nothing. If it had, the next attempt would show it.
      const made = isRolledBack ? [] : await changes.take(application)
      const decided = new Set(
        made.filter(({ table }) => table === 'decision_signature').map(({ xid }) => xid),
      )
      const guarded = guardedOf(made, isMine)
      const effects = about.holder === 'role' ? guarded.filter(({ xid }) => !decided.has(xid)) : guarded
      const changed = [...new Set(made.map(({ table }) => table))]
      attempts.push({ ...about, said, changed, effects: [...new Set(effects.map(describeChange))] })
      if (changed.length > 0)
        say(
          `changed rows: ${about.kind ?? ''} ${about.through}, with ${about.holder}, ${about.what}: ${changed.join(', ')}`,
        )
      return said
    },
  }
}
