import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runAfara } from '../src/run-afara.ts'
import type { World } from '../src/world.ts'

type Options = Readonly<{
  env?: Readonly<Record<string, string>>
  /** Lines that a user types. If absent, there is no user. */
  typed?: readonly string[]
  now?: () => Date
  signal?: AbortSignal
  onLine?: (line: string) => void
}>

export type Ran = Readonly<{ code: number; out: string; err: string; asked: readonly string[] }>

/** A machine with one user. Its files exist until the test ends. */
export function createTestMachine(env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'afara-cli-'))
  return {
    folder,
    keys: [] as ((key: string) => void)[],
    async run(line: readonly string[], options: Options = {}): Promise<Ran> {
      const [out, err, asked]: [string[], string[], string[]] = [[], [], []]
      const typed = [...(options.typed ?? [])]
      const isThere = options.typed !== undefined
      const world: World = {
        env: { XDG_CONFIG_HOME: folder, ...env, ...options.env },
        out: (text) => {
          out.push(text)
          options.onLine?.(text)
        },
        err: (text) => {
          err.push(text)
          options.onLine?.(text)
        },
        // A terminal has colour; NO_COLOR keeps the compared text plain.
        terminal: { out: isThere, input: isThere, columns: 100 },
        askLine: async (question) => {
          asked.push(question)
          return typed.shift() ?? ''
        },
        onKeyPress: (pressed) => this.keys.push(pressed),
        fetch,
        now: options.now ?? (() => new Date()),
        timeZone: 'Africa/Lagos',
        signal: options.signal ?? new AbortController().signal,
      }
      const code = await runAfara(line, world, '0.1.0')
      return { code, out: out.join('\n'), err: err.join('\n'), asked }
    },
  }
}
