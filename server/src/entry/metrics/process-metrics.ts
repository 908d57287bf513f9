import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { createDurationHistogram, type Durations } from './duration-histogram.ts'

/** One route's durations, by the first digit of the status. */
export type RouteMeter = Readonly<{
  method: string
  route: string
  observe(status: number, seconds: number): void
}>

/** What a process does without a request: a call of Restate, a round of a loop, or a pass of the reconciler. */
type WorkKind = 'call' | 'loop' | 'pass'

export type ProcessMetrics = Readonly<{
  registry: Registry
  meterOf(method: string, route: string): RouteMeter
  /** Runs the work, and counts and times it. */
  measure<T>(kind: WorkKind, name: string, work: () => Promise<T>): Promise<T>
  /** Counts a line of our own log. */
  countLine(level: string): void
  watchPool(name: string, pool: Pool): void
  /** Adds a value that other code counts anyway. It is read only when metrics are printed. */
  read(name: string, help: string, value: () => number): void
  readonly contentType: string
  print(): Promise<string>
}>

/** Creates the metrics that every process of the server has. No label may name a person, a business, an account or a transaction. */
export function createProcessMetrics(): ProcessMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = createDurationHistogram(
    'afara_http_request_duration_seconds',
    'From the first byte of a request to the last byte of its reply.',
  )
  const works = createDurationHistogram(
    'afara_work_duration_seconds',
    'Duration of a call of Restate, a round of a loop or a pass of the reconciler.',
  )
  const lines = new Counter({
    name: 'afara_log_lines_total',
    help: 'Lines of the log, without those of requests.',
    labelNames: ['level'],
    registers,
  })
  const pools = new Map<string, Pool>()
  const readPools = (name: string, help: string, value: (pool: Pool) => number): void => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect: () => {
        for (const [label, pool] of pools) gauge.set({ pool: label }, value(pool))
      },
    })
  }
  readPools('afara_pool_in_use', 'Connections in use.', (pool) => pool.totalCount - pool.idleCount)
  readPools('afara_pool_open', 'Connections to PostgreSQL.', (pool) => pool.totalCount)
  readPools('afara_pool_waiting', 'Callers waiting for a connection.', (pool) => pool.waitingCount)
  return {
    registry,
    meterOf: (method, route) => {
      const classes: Durations[] = [1, 2, 3, 4, 5].map((digit) =>
        requests.of({ method, route, status: `${digit}xx` }),
      )
      return {
        method,
        route,
        observe: (status, seconds) => classes[Math.floor(status / 100) - 1]?.observe(seconds),
      }
    },
    measure: async (kind, name, work) => {
      const began = performance.now()
      let outcome = 'failed'
      try {
        const result = await work()
        outcome = 'ok'
        return result
      } finally {
        works.of({ kind, name, outcome }).observe((performance.now() - began) / 1000)
      }
    },
    countLine: (level) => lines.inc({ level }),
    watchPool: (name, pool) => {
      pools.set(name, pool)
    },
    read: (name, help, value) => {
      const options = {
        name,
        help,
        registers: [],
        collect(this: Counter | Gauge): void {
          this.reset()
          this.inc(value())
        },
      }
      registry.registerMetric(name.endsWith('_total') ? new Counter(options) : new Gauge(options))
    },
    contentType: registry.contentType,
    print: async () => `${await registry.metrics()}\n${requests.print()}\n${works.print()}\n`,
  }
}
