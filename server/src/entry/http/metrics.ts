import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { KeyAuthenticator } from '../../records/keys/authenticate-key.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { createDurationHistogram, type Durations } from './metrics-durations.ts'
import type { RequestLimiter } from './request-limiter.ts'

/** One route's durations, by the first digit of the status. */
export type RouteMeter = Readonly<{
  method: string
  route: string
  observe(status: number, seconds: number): void
}>

export type Metrics = Readonly<{
  meterOf(method: string, route: string): RouteMeter
  /** Number of requests that were committed together, and the duration of the commit. */
  acceptGroupSize: Readonly<{ observe(size: number): void }>
  acceptGroupSeconds: Readonly<{ observe(seconds: number): void }>
  /** Counts a bank's notification by its outcome. */
  countHook(mode: string, vendor: string, outcome: string): void
  /** `watch…` adds values that other code counts anyway. They are read only when metrics are printed, at no cost to requests. */
  watchKeys(keys: KeyAuthenticator): void
  watchLimits(limiter: RequestLimiter, failures: FailureLimiter): void
  watchPool(name: string, pool: Pool): void
  readonly contentType: string
  print(): Promise<string>
}>

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const durations = createDurationHistogram(
    'afara_http_request_duration_seconds',
    'From the first byte of a request to the last byte of its reply.',
  )
  const read = (name: string, help: string, value: () => number): void => {
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
  }

  const hooks = new Counter({
    name: 'afara_hooks_total',
    help: 'Bank notifications, by result.',
    labelNames: ['mode', 'vendor', 'outcome'],
    registers,
  })

  return {
    countHook: (mode, vendor, outcome) => hooks.inc({ mode, vendor, outcome }),
    meterOf: (method, route) => {
      const classes: Durations[] = [1, 2, 3, 4, 5].map((digit) =>
        durations.of({ method, route, status: `${digit}xx` }),
      )
      return {
        method,
        route,
        observe: (status, seconds) => classes[Math.floor(status / 100) - 1]?.observe(seconds),
      }
    },
    acceptGroupSize: new Histogram({
      name: 'afara_accept_group_size',
      help: 'Requests committed together.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers,
    }),
    acceptGroupSeconds: new Histogram({
      name: 'afara_accept_group_seconds',
      help: 'Duration of a group commit.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    watchKeys: (keys) => {
      read('afara_key_cache_hits_total', 'Key lookups answered from memory.', () => keys.counts.hits)
      read('afara_key_look_ups_total', 'Key lookups sent to PostgreSQL.', () => keys.counts.lookUps)
      read('afara_key_look_up_failures_total', 'Failed lookups.', () => keys.counts.failures)
      read('afara_key_cache_known', 'Valid keys in memory.', () => keys.sizes().known)
      read('afara_key_cache_unknown', 'Unknown keys in memory.', () => keys.sizes().unknown)
    },
    watchLimits: (limiter, failures) => {
      read(
        'afara_request_leases_total',
        'Rate limit blocks leased from PostgreSQL.',
        () => limiter.counts.leases,
      )
      read('afara_request_lease_failures_total', 'Failed leases.', () => limiter.counts.failedLeases)
      read(
        'afara_requests_limited_total',
        'Requests rejected by the rate limit of their key.',
        () => limiter.counts.refusals,
      )
      read(
        'afara_failing_addresses',
        'Addresses that sent a wrong key in these ten seconds.',
        failures.addresses,
      )
    },
    watchPool: (name, pool) => {
      read(`afara_pool_${name}_in_use`, 'Connections in use.', () => pool.totalCount - pool.idleCount)
      read(`afara_pool_${name}_open`, 'Connections to PostgreSQL.', () => pool.totalCount)
      read(`afara_pool_${name}_waiting`, 'Callers waiting for a connection.', () => pool.waitingCount)
    },
    contentType: registry.contentType,
    print: async () => `${await registry.metrics()}\n${durations.print()}\n`,
  }
}
