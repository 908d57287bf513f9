import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removePostgresHome } from '../postgres/postgres-files.ts'
import { waitForInterruption } from '../processes/interruption.ts'
import { REPOSITORY_ROOT } from '../processes/node-process.ts'
import { reapOrphans, recordPartsIn } from '../processes/orphans.ts'
import { AlreadyRunning, takeRunnerLock } from '../processes/runner-lock.ts'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { chooseJourneys } from './check-journeys.ts'
import { type DevPlan, planDev } from './dev-plan.ts'
import { formatService, formatWelcome } from './dev-report.ts'
import { listDevServices } from './dev-services.ts'
import { type Launch, launchServices } from './launch-services.ts'
import { seedDay } from './seed-day.ts'

const say = (line: string) => console.log(line)
const interrupted = waitForInterruption()

type DevFlags = Readonly<{ check: boolean; reset: boolean; network?: string | undefined }>

/** Returns the exit code. */
export async function runDev(flags: DevFlags): Promise<number> {
  // A closed terminal must not prevent an orderly stop.
  process.stdout.on('error', () => {})
  try {
    return await (flags.check ? check(flags.network) : develop(flags.reset))
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error
    console.error(error.message)
    return 1
  }
}

/** Starts the stack in `.stack/dev` and runs it until Ctrl-C. */
async function develop(reset: boolean): Promise<number> {
  const directory = join(REPOSITORY_ROOT, '.stack/dev')
  const lock = await takeRunnerLock(directory)
  const orphans = await reapOrphans(directory)
  if (orphans > 0) say(`  ended ${orphans} processes that an earlier, killed run left behind`)
  if (reset) {
    removePostgresHome(join(directory, 'postgres'))
    rmSync(directory, { recursive: true, force: true })
  }
  for (const file of globSync(join(directory, '*/*.log'))) rmSync(file)
  const plan = await planDev({ directory, hotReload: true, onSpawn: recordPartsIn(directory) })
  const code = await withStack(plan, async (facts, launch) => {
    writeCliSettings({ directory, apiPort: plan.ports.api, otcPort: plan.ports.otc }, facts)
    say(formatWelcome(plan, facts, performance.now()))
    // It takes a minute, and nobody waits for it.
    void seedDay(plan, facts).then(
      (done) => done !== undefined && say(`  ${done}\n`),
      (error: unknown) => say(`  The console has no seeded day: ${String(error)}\n`),
    )
    const event = await Promise.race([interrupted, launch.broken])
    if (event instanceof Error) throw event
    say('\n  stopping')
  })
  lock.release()
  return code
}

/** Starts the stack in a new folder, runs transactions through all of it until tokens and naira arrive, and stops it. */
async function check(network: string | undefined): Promise<number> {
  const runJourneys = chooseJourneys(network)
  const run = await createTemporaryRun()
  const plan = await planDev({ directory: run.directory, hotReload: false, onSpawn: run.onSpawn })
  let figures = ''
  const code = await withStack(plan, async (facts, launch) => {
    const readyMs = performance.now()
    const outcome = await Promise.race([runJourneys(plan, facts), launch.broken, interrupted])
    if (typeof outcome === 'string') throw new Error(`Interrupted (${outcome}).`)
    if (outcome instanceof Error) throw outcome
    for (const line of outcome.lines) say(`  ${line}`)
    figures = Object.entries({ ready_ms: readyMs, ...outcome.figures })
      .map(([name, ms]) => `${name}=${Math.round(ms)}`)
      .join(' ')
  })
  if (code === 0) run.remove()
  else say(`  The logs are kept until the next check: ${run.directory}/*/*.log`)
  say(code === 0 ? `dev ${figures} ok` : 'dev failed')
  return code
}

type Work = (facts: Record<string, string>, launch: Launch) => Promise<void>

/** Runs work with the stack and always stops all parts at the end. Returns the exit code. */
async function withStack(plan: DevPlan, work: Work): Promise<number> {
  const launch = launchServices(listDevServices(plan, say), (...ready) => say(formatService(...ready)))
  let failure: Error | undefined
  try {
    const event = await Promise.race([launch.ready, interrupted])
    if (typeof event === 'string') throw new Error(`Interrupted (${event}) before everything was ready.`)
    await work(event, launch)
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
  }
  await launch.stop()
  if (failure === undefined) return 0
  // Printed last, so that it is visible.
  say(`\n${failure.message}\n`)
  return 1
}

type Places = Readonly<{ directory: string; apiPort: number; otcPort: number }>

/** Lets `npx afara` use the stack without a login: writes the URL of the api and the key of the seed's business. */
function writeCliSettings(
  { directory, apiPort, otcPort }: Places,
  facts: Readonly<Record<string, string>>,
): void {
  const settings = {
    url: `http://127.0.0.1:${apiPort}`,
    otcUrl: `http://127.0.0.1:${otcPort}`,
    key: facts['testKey'],
    businessId: facts['businessId'],
    linkTag: facts['linkTag'],
  }
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'cli.json'), `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 })
}
