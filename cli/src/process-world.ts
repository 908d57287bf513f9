import { emitKeypressEvents } from 'node:readline'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { World } from './world.ts'

/** The world of a real process: its streams, its clock, and Ctrl-C. */
export function createProcessWorld(ours: NodeJS.Process, env: NodeJS.ProcessEnv): World {
  const { stdin, stdout, stderr } = ours
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) ours.once(signal, () => interruption.abort())
  // A closed pipe, as with `head`, ends the command without an error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') ours.exit(0)
  })
  const stackSettingsFile = env['AFARA_STACK_SETTINGS']
  return {
    env,
    out: (line) => stdout.write(`${line}\n`),
    err: (line) => stderr.write(`${line}\n`),
    terminal: { out: stdout.isTTY, input: stdin.isTTY, columns: stdout.columns ?? 100 },
    askLine: async (question, { hidden = false } = {}) => {
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
      const lines = createInterface({ input: stdin, output: hidden ? nowhere : stdout, terminal: true })
      lines.on('SIGINT', () => interruption.abort())
      if (hidden) stdout.write(question)
      try {
        return await lines.question(hidden ? '' : question, { signal: interruption.signal })
      } finally {
        if (hidden) stdout.write('\n')
        lines.close()
      }
    },
    onKeyPress: (pressed) => {
      if (!stdin.isTTY) return
      emitKeypressEvents(stdin)
      stdin.setRawMode(true)
      stdin.resume()
      stdin.on('keypress', (_text, key: { name?: string; ctrl?: boolean }) => {
        if (key.ctrl === true && key.name === 'c') interruption.abort()
        else if (key.name !== undefined) pressed(key.name)
      })
      interruption.signal.addEventListener('abort', () => {
        stdin.setRawMode(false)
        stdin.pause()
      })
    },
    fetch,
    now: () => new Date(),
    signal: interruption.signal,
    ...(stackSettingsFile === undefined ? {} : { stackSettingsFile }),
  }
}
