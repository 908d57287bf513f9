import type { Part } from '../processes/child-process.ts'
import { readLastLines } from '../processes/wait-until-ready.ts'

export type Service = Readonly<{
  name: string
  /** The services that must be ready before this one starts; all others start beside it. */
  after: readonly string[]
  start(): Promise<StartedService>
}>

export type StartedService = Readonly<{
  url?: string
  note?: string
  /** What others may want to know about it, such as a key that was made. */
  facts?: Readonly<Record<string, string>>
  /** Missing when the service is a task that is done. */
  part?: Part
}>

export type Launch = Readonly<{
  /** All facts, once every service is ready; rejects with the first error, and leaves the rest to `stop`. */
  ready: Promise<Record<string, string>>
  /** Settles when a part ends that nobody stopped. */
  broken: Promise<Error>
  /** Stops what was started, the last of the list first. */
  stop(): Promise<void>
}>

type OnReady = (name: string, started: StartedService, tookMs: number) => void

/** Starts services in the order their needs allow. */
export function launchServices(services: readonly Service[], onReady: OnReady): Launch {
  const starting = new Map<string, Promise<StartedService>>()
  const broken = Promise.withResolvers<Error>()
  let stopping = false

  const start = async (service: Service) => {
    await Promise.all(service.after.map((name) => need(starting, name)))
    if (stopping) throw new Error('stopped while starting')
    const began = performance.now()
    const started = await service.start()
    onReady(service.name, started, performance.now() - began)
    if (started.part !== undefined) void watchOver(service.name, started.part)
    return started
  }
  const watchOver = async (name: string, part: Part) => {
    const how = await part.ended
    if (!stopping) broken.resolve(describeEnd(name, how, part.logFile))
  }
  for (const service of services) starting.set(service.name, start(service))

  return {
    ready: Promise.all(starting.values()).then((all) => Object.assign({}, ...all.map(({ facts }) => facts))),
    broken: broken.promise,
    stop: async () => {
      stopping = true
      const outcomes = await Promise.allSettled(starting.values())
      for (const outcome of outcomes.toReversed()) {
        if (outcome.status === 'fulfilled') await outcome.value.part?.stop()
      }
    },
  }
}

async function need(starting: Map<string, Promise<StartedService>>, name: string): Promise<void> {
  const other = starting.get(name)
  if (other === undefined)
    throw new Error(`a service is to start after ${name}, which is not before it in the list`)
  await other
}

function describeEnd(name: string, how: string, logFile: string): Error {
  const log = readLastLines(logFile).map((line) => `    ${line}`)
  return new Error([`${name} stopped (${how}).`, `  The end of ${logFile}:`, ...log].join('\n'))
}
