import { spawn } from 'node:child_process'

type Session = Readonly<{ cwd: string; env: Readonly<Record<string, string>>; deadlineMs: number }>

type Step = Readonly<{ output: string; seconds: number }>
export type SessionReport = Readonly<{
  /** The completed scripts, in order. */
  steps: readonly Step[]
  /** The last output of the failed script and of all background processes. */
  failure: string | undefined
}>

const MARK = '-- a block ended --'

/**
 * Runs scripts one after another in one shell, as if pasted: variables stay set for the next script, and background processes keep running
 * until the last script ends. The first failure ends the session.
 */
export async function runShellSession(
  scripts: readonly string[],
  { cwd, env, deadlineMs }: Session,
): Promise<SessionReport> {
  const marked = scripts.map((script) => `${script}\nprintf '\\n${MARK} %s\\n' "$EPOCHREALTIME"\n`)
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', marked.join('\n')], {
    cwd,
    env,
    // The shell gets its own process group, so that background processes can be ended with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  shell.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
  })
  shell.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
  })
  const begun = Date.now() / 1000
  const closed = new Promise((resolve) => {
    shell.once('close', resolve)
  })
  const code = await new Promise<number | string>((resolve) => {
    const late = setTimeout(() => resolve(`a timeout after ${deadlineMs} ms`), deadlineMs)
    shell.once('exit', (exit, signal) => {
      clearTimeout(late)
      resolve(exit ?? signal ?? 1)
    })
  })
  endGroup(shell.pid)
  await closed
  const parts = said.out.split(new RegExp(`\\n${MARK} ([\\d.,]+)\\n`))
  const steps: Step[] = []
  let before = begun
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const at = Number(parts[index + 1]?.replace(',', '.'))
    steps.push({ output: parts[index] ?? '', seconds: at - before })
    before = at
  }
  const failure =
    code === 0 && steps.length === scripts.length
      ? undefined
      : `block ${steps.length + 1} ended with ${code}\n${scripts[steps.length] ?? ''}\n${(parts.at(-1) ?? '').slice(-1500)}\n${said.err.slice(-1500)}`
  return { steps, failure }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All processes have already ended.
  }
}
