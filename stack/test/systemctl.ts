import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEnvironment, readUnit, type UnitFile, wordsOf } from './unit-file.ts'

/**
 * Stands in for systemctl: runs the commands of units with exactly the settings and credentials that the units name. It does not harden
 * them. `UNITS` is the folder of the units, `RUN` that of logs, process ids and credentials.
 */
const units = required('UNITS')
const run = required('RUN')
const [command = '', ...words] = process.argv.slice(2)
const names = words
  .filter((word) => !word.startsWith('-'))
  .map((name) => (/\./.test(name) ? name : `${name}.service`))

if (command === 'start' || command === 'enable') for (const name of names) await start(name)
else if (command === 'stop') for (const name of names) await stop(name)
else if (command === 'restart')
  for (const name of names) {
    await stop(name)
    await start(name)
  }
else if (command !== 'daemon-reload') throw new Error(`systemctl ${command} is not simulated`)

async function start(name: string): Promise<void> {
  if (isRunning(name)) return
  const unit = readUnit(units, name)
  const wanted = wordsOf(unit.all('Wants')).filter((other) => other.startsWith('afara'))
  for (const other of inOrder(wanted)) await start(other)
  const [execStart] = unit.all('ExecStart')
  if (execStart === undefined) return
  const child = spawnCommand(unit, execStart)
  if (unit.all('Type').at(-1) === 'oneshot') {
    const code = await new Promise((resolve) => child.once('exit', resolve))
    if (code !== 0) throw new Error(`${name} ended with ${String(code)}:\n${readLog(name)}`)
    return
  }
  writeFileSync(pidFile(name), String(child.pid))
  for (const after of unit.all('ExecStartPost')) {
    const { status } = spawnSync(after, {
      shell: true,
      cwd: directoryOf(unit),
      env: environmentOf(unit),
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`${name}: ExecStartPost ended with ${status}:\n${readLog(name)}`)
  }
  child.unref()
}

/** Units start after those that they name in `After=`. */
function inOrder(wanted: readonly string[]): string[] {
  const sorted = new Set<string>()
  const visit = (name: string) => {
    for (const earlier of wordsOf(readUnit(units, name).all('After')))
      if (wanted.includes(earlier)) visit(earlier)
    sorted.add(name)
  }
  for (const name of wanted) visit(name)
  return [...sorted]
}

function spawnCommand(unit: UnitFile, line: string): ChildProcess {
  mkdirSync(join(run, 'log'), { recursive: true })
  const log = openSync(logFile(unit.name), 'a')
  const [program = '', ...args] = line.split(' ')
  return spawn(program, args, {
    cwd: directoryOf(unit),
    env: environmentOf(unit),
    stdio: ['ignore', log, log],
  })
}

function directoryOf(unit: UnitFile): string {
  return unit.all('WorkingDirectory').at(-1) ?? '/'
}

/** Nothing is inherited, not even PATH. */
function environmentOf(unit: UnitFile): Record<string, string> {
  const credentials = join(run, 'credentials', unit.name)
  mkdirSync(credentials, { recursive: true, mode: 0o700 })
  for (const [id = '', path = ''] of unit.all('LoadCredential').map((value) => value.split(':'))) {
    rmSync(join(credentials, id), { force: true })
    copyFileSync(path, join(credentials, id))
  }
  for (const name of wordsOf(unit.all('StateDirectory')))
    mkdirSync(join(required('STATE'), name), { recursive: true, mode: 0o700 })
  const files = unit.all('EnvironmentFile').map((path) => readEnvironment(readFileSync(path, 'utf8')))
  const own = readEnvironment(wordsOf(unit.all('Environment')).join('\n').replaceAll('%d', credentials))
  return Object.assign({}, own, ...files)
}

async function stop(name: string): Promise<void> {
  if (!isRunning(name)) return
  process.kill(pidOf(name), 'SIGTERM')
  while (isRunning(name)) await sleep(50)
}

function isRunning(name: string): boolean {
  if (!existsSync(pidFile(name))) return false
  try {
    process.kill(pidOf(name), 0)
    // A process that ended is listed until its parent reads its end, and the parent of these has ended too.
    return !/\) Z /.test(readFileSync(`/proc/${pidOf(name)}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function pidOf(name: string): number {
  return Number(readFileSync(pidFile(name), 'utf8'))
}

function pidFile(name: string): string {
  return join(run, `${name}.pid`)
}

function logFile(name: string): string {
  return join(run, 'log', name)
}

function readLog(name: string): string {
  return readFileSync(logFile(name), 'utf8').slice(-2_000)
}

function required(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`set ${name}`)
  return value
}
