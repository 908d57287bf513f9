import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Errand, Returned } from './errand.ts'

export type SenderProcess = Readonly<{
  run(errand: Omit<Errand, 'id'>): Promise<Returned>
  end(): void
}>

/** Starts the sender in its own process, which trusts one more certificate authority. */
export function startSenderProcess(authorityFile: string): SenderProcess {
  const waiting = new Map<number, (returned: Returned) => void>()
  const child = spawn(process.execPath, [fileURLToPath(new URL('main-ssrf-sender.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile, NODE_NO_WARNINGS: '1' },
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const returned = JSON.parse(line) as Returned
    waiting.get(returned.id)?.(returned)
    waiting.delete(returned.id)
  })
  child.once('exit', (code) => {
    if (waiting.size > 0) throw new Error(`the sender ended with ${code} before it had answered all errands`)
  })
  let last = 0
  return {
    run: async (errand) => {
      last += 1
      const id = last
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        child.stdin.write(`${JSON.stringify({ id, ...errand })}\n`)
      })
    },
    end: () => child.stdin.end(),
  }
}
