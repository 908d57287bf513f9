import type { Part } from '../processes/child-process.ts'
import { readLastLines } from '../processes/wait-until-ready.ts'

export type Service = Readonly<{
  name: string
  /** The services that must be ready before this one starts. It waits for no others. */
  after: readonly string[]
  start(): Promise<StartedService>
}>

export type StartedService = Readonly<{
  url?: string
  note?: string
  /** Facts for other services, such as a created key. */
  facts?: Readonly<Record<string, string>>
  /** Missing if the service is a completed task. */
  part?: Part
}>

export type Launch = Readonly<{
  /** Resolves with all facts when every service is ready. Rejects with the first error; the caller must still call `stop`. */
  ready: Promise<Record<string, string>>
  /** Settles when a part ends by itself. */
  broken: Promise<Error>
  /** Stops the started services in reverse order of the list. */
  stop(): Promise<void>
}>

type OnReady = (name: string, started: StartedService, tookMs: number) => void

/** Starts services, each after those that it needs. */
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
    throw new Error(`a service starts after ${name}, so ${name} must come before it in the list`)
  await other
}

function describeEnd(name: string, how: string, logFile: string): Error {
  const log = readLastLines(logFile).map((line) => `    ${line}`)
  return new Error([`${name} stopped (${how}).`, `  The end of ${logFile}:`, ...log].join('\n'))
}

/** Returns an object with the note, or an empty object if there is none. */
export function noted(note: string | undefined): { note?: string } {
  return note === undefined ? {} : { note }
}
