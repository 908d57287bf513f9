import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '@afara/stack/processes/child-process.ts'
import { acceptsConnections, findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { REPOSITORY_ROOT } from '@afara/stack/processes/node-process.ts'
import type { TemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { waitUntilReady } from '@afara/stack/processes/wait-until-ready.ts'
import { adapt, shortenRules } from './shorten-times.ts'

/** Where Prometheus finds the processes, by the address in deploy/prometheus/prometheus.yaml. */
export type Targets = Readonly<Record<string, number>>

export type Alert = Readonly<Record<string, string>>

export type Monitoring = Readonly<{
  /** Every alert that has arrived, with the time of its arrival in milliseconds of `performance.now()`, in order. */
  arrived: ReadonlyArray<Readonly<{ alert: Alert; at: number }>>
  /** The alerts that fire now, as Alertmanager told its receiver. */
  firing(): readonly Alert[]
  /** Waits until Prometheus reaches every target. */
  untilReached(): Promise<void>
  stop(): Promise<void>
}>

const FOLDER = join(REPOSITORY_ROOT, 'deploy/prometheus')
const EVERY = '2s'
const REACHED_WITHIN_MS = 60_000
const MONITORING_PACKAGES = ['prometheus', 'prometheus-alertmanager', 'prometheus-node-exporter']

/**
 * Starts Debian's Prometheus, Alertmanager and node exporter with the files of deploy/prometheus, shorter times, and a receiver of alerts.
 * `textfiles` is the folder of the node exporter's files.
 */
export async function startMonitoring(
  { directory, onSpawn }: TemporaryRun,
  {
    targets,
    tokens,
    textfiles,
  }: Readonly<{ targets: Targets; tokens: Readonly<Record<string, string>>; textfiles: string }>,
): Promise<Monitoring> {
  requirePackages()
  const folder = join(directory, 'monitoring')
  mkdirSync(folder)
  const receiver = await startReceiver()
  const [prometheusPort, managerPort, exporterPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
  writeFileSync(join(folder, 'afara.rules.yaml'), shortenRules(read('afara.rules.yaml')))
  for (const [name, token] of Object.entries(tokens)) writeFileSync(join(folder, name), token)
  const addresses = { ...targets, 'database:9100': exporterPort, 'alertmanager:9093': managerPort }
  writeFileSync(
    join(folder, 'prometheus.yaml'),
    adapt(
      read('prometheus.yaml'),
      new Map<string | RegExp, string>([
        [/scrape_interval: \d+s/, `scrape_interval: ${EVERY}\n  scrape_timeout: ${EVERY}`],
        [/evaluation_interval: \d+s/, `evaluation_interval: ${EVERY}`],
        ...Object.entries(addresses).map(([name, port]) => [name, `127.0.0.1:${port}`] as const),
      ]),
    ),
  )
  writeFileSync(
    join(folder, 'alertmanager.yaml'),
    adapt(
      read('alertmanager.yaml'),
      new Map<string | RegExp, string>([
        [/group_wait: \d+s/, 'group_wait: 1s'],
        [/group_interval: \d+m/, 'group_interval: 1s'],
        ['http://pager.example/page', `${receiver.url}/page`],
        ['http://tickets.example/ticket', `${receiver.url}/ticket`],
      ]),
    ),
  )
  const start = async (command: string, port: number, args: readonly string[]) => {
    const child = await startChild({
      name: command,
      command,
      args: [...args, `--web.listen-address=127.0.0.1:${port}`],
      environment: { PATH: process.env.PATH },
      directory: folder,
      logFile: join(folder, `${command}.log`),
      onSpawn,
    })
    await waitUntilReady(child, async () => acceptsConnections(port), `It is Debian's ${command}.`)
    return child
  }
  const parts = [
    await start('prometheus-node-exporter', exporterPort, [
      '--collector.disable-defaults',
      '--collector.textfile',
      `--collector.textfile.directory=${textfiles}`,
    ]),
    await start('prometheus-alertmanager', managerPort, [
      '--config.file=alertmanager.yaml',
      `--storage.path=${join(folder, 'alerts')}`,
      '--cluster.listen-address=',
    ]),
    await start('prometheus', prometheusPort, [
      '--config.file=prometheus.yaml',
      `--storage.tsdb.path=${join(folder, 'data')}`,
    ]),
  ]
  return {
    ...receiver,
    untilReached: async () => untilReached(`http://127.0.0.1:${prometheusPort}`),
    stop: async () => {
      for (const part of parts.toReversed()) await part.stop()
      receiver.close()
    },
  }
}

function requirePackages(): void {
  const missing = MONITORING_PACKAGES.filter((name) => spawnSync(name, ['--version']).error !== undefined)
  if (missing.length > 0) throw new Error(`install these Debian packages: ${missing.join(' ')}`)
}

/** Receives what Alertmanager sends, as a pager would. */
async function startReceiver() {
  const arrived: Array<{ alert: Alert; at: number }> = []
  const firing = new Map<string, Alert>()
  const server = createServer((request, response) => {
    const receive = async (): Promise<void> => {
      const body = await readBody(request)
      const { alerts } = JSON.parse(body) as { alerts: Array<{ status: string; labels: Alert }> }
      for (const { status, labels } of alerts) {
        const name = JSON.stringify(
          Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
        if (status === 'firing' && !firing.has(name)) arrived.push({ alert: labels, at: performance.now() })
        if (status === 'firing') firing.set(name, labels)
        else firing.delete(name)
      }
      response.end()
    }
    receive().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    arrived,
    firing: () => [...firing.values()],
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

async function untilReached(url: string): Promise<void> {
  type Answer = { data: { activeTargets: Array<{ health: string; scrapePool: string; lastError: string }> } }
  const until = performance.now() + REACHED_WITHIN_MS
  for (;;) {
    const response = await fetch(`${url}/api/v1/targets`)
    // It listens before it can answer.
    const targets = response.ok ? ((await response.json()) as Answer).data.activeTargets : []
    const missing = targets.filter(({ health }) => health !== 'up')
    if (targets.length > 0 && missing.length === 0) return
    if (performance.now() > until)
      throw new Error(missing.map(({ scrapePool, lastError }) => `${scrapePool}: ${lastError}`).join('; '))
    await sleep(500)
  }
}
