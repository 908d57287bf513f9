import { Counter, Histogram } from 'prom-client'
import type { KeyAuthenticator } from '../../records/keys/authenticate-key.ts'
import { createProcessMetrics, type ProcessMetrics } from '../metrics/process-metrics.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import type { RequestLimiter } from './request-limiter.ts'

export type Metrics = ProcessMetrics &
  Readonly<{
    /** Number of requests that were committed together, and the duration of the commit. */
    acceptGroupSize: Readonly<{ observe(size: number): void }>
    acceptGroupSeconds: Readonly<{ observe(seconds: number): void }>
    /** Counts a bank's notification by its outcome. */
    countHook(mode: string, vendor: string, outcome: string): void
    watchKeys(keys: KeyAuthenticator): void
    watchLimits(limiter: RequestLimiter, failures: FailureLimiter): void
  }>

/** Creates the metrics of an api process. */
export function createMetrics(): Metrics {
  const metrics = createProcessMetrics()
  const { read } = metrics
  const registers = [metrics.registry]
  const hooks = new Counter({
    name: 'afara_hooks_total',
    help: 'Bank notifications, by result.',
    labelNames: ['mode', 'vendor', 'outcome'],
    registers,
  })
  return {
    ...metrics,
    countHook: (mode, vendor, outcome) => hooks.inc({ mode, vendor, outcome }),
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
  }
}
