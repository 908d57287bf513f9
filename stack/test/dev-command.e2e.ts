import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

async function check(): Promise<string> {
  const { stdout } = await run(process.execPath, ['stack/src/main-dev.ts', '--check'], { cwd: ROOT }).catch(
    (error: Error & { stdout?: string }) => {
      throw new Error(`the check failed:\n${error.stdout?.slice(-2_000)}`)
    },
  )
  return stdout.trimEnd().split('\n').at(-1) ?? ''
}

async function partsOf(runnerPid: number): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,args='])
  return stdout.split('\n').filter((line) => line.trim().split(/\s+/)[1] === String(runnerPid))
}

test('after the runner was killed with everything running, the next start cleans up and settles a buy, sells and withdrawals', async () => {
  const killed = spawn(process.execPath, ['stack/src/main-dev.ts', '--check'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  killed.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await expect.poll(() => said, { timeout: 120_000, interval: 20 }).toMatch(/postgresql .*\n/)
  const parts = (await partsOf(killed.pid ?? 0)).map((line) => Number(line.trim().split(/\s+/)[0]))
  expect(parts.length).toBeGreaterThan(0)
  killed.kill('SIGKILL')
  await once(killed, 'exit')

  expect(await check()).toMatch(
    /^dev ready_ms=[0-9]+ round_trip_ms=[0-9]+ paid_ms=[0-9]+ completed_ms=[0-9]+ sold_ms=[0-9]+ wallet_sold_ms=[0-9]+ withdrawn_ms=[0-9]+ ok$/,
  )
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }
  expect(parts.filter(isAlive)).toEqual([])
})
