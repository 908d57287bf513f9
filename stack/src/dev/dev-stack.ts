import { createTemporaryRun } from '../processes/temporary-run.ts'
import { type DevPlan, planDev } from './dev-plan.ts'
import { listDevServices } from './dev-services.ts'
import { launchServices } from './launch-services.ts'

export type DevStack = Readonly<{
  apiUrl: string
  otcUrl: string
  bankUrl: string
  /** Shows the mail that was sent. */
  mailUrl: string
  chainUrls: DevPlan['chainUrls']
  facts: Readonly<Record<string, string>>
  /** Environment of the server's processes, for other commands. */
  environment: Readonly<Record<string, string>>
  /** Process ids by the name of the service. A chain or a simulator that is no process of its own is missing. */
  processes: Readonly<Record<string, number>>
  stop(): Promise<void>
}>

/** Starts everything that `npm run dev` starts, in its own folder. */
export async function raiseDevStack(
  options: Pick<Parameters<typeof planDev>[0], 'postgresSettings' | 'between' | 'settings'> = {},
): Promise<DevStack> {
  const run = await createTemporaryRun()
  const { directory, onSpawn } = run
  const plan = await planDev({ ...options, directory, hotReload: false, onSpawn })
  const processes: Record<string, number> = {}
  const launch = launchServices(
    listDevServices(plan, () => {}),
    (name, { part }) => {
      if (part !== undefined && 'processId' in part) processes[name] = Number(part.processId)
    },
  )
  const stop = async (): Promise<void> => {
    await launch.stop()
    run.remove()
  }
  const facts = await launch.ready.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    apiUrl: `http://127.0.0.1:${plan.ports.api}`,
    otcUrl: `http://127.0.0.1:${plan.ports.otc}`,
    bankUrl: `http://127.0.0.1:${plan.ports.bank}`,
    mailUrl: `http://127.0.0.1:${plan.ports.mail}`,
    chainUrls: plan.chainUrls,
    facts,
    environment: plan.serverEnvironment,
    processes,
    stop,
  }
}
