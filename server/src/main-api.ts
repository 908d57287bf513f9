import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { readApiConfig } from './config/api-config.ts'
import { createApp, createOtcApp } from './entry/http/app.ts'
import { closeListeners } from './entry/http/edge.ts'
import { createManagementApp } from './entry/metrics/management-app.ts'
import { requireDurable } from './kernel/postgres/require-durable.ts'
import { requireForwardCounter } from './kernel/postgres/require-forward-counter.ts'
import { startTracing } from './wire/tracing.ts'
import { wireApi } from './wire/wire-api.ts'

const config = readApiConfig(process.env)
const tracing = await startTracing('afara-api', config.tracesUrl)
const deps = wireApi(config)
const api = createApp(deps)
const otc = createOtcApp(deps)
const management = createManagementApp({ ...deps, ...deps.gate })

closeWithGrace({ delay: 10_000, logger: deps.logger }, async () => {
  // First readiness says no, then nothing new is taken, then what is in hand is answered and committed.
  deps.gate.state.isStopping = true
  await sleep(config.drainMs)
  await closeListeners([api, otc])
  await Promise.all([
    deps.buys.drained(),
    deps.sells.drained(),
    deps.withdrawals.drained(),
    deps.numbers.drained(),
  ])
  await closeListeners([management])
  await deps.stop()
  await tracing.stop()
})
await requireDurable(deps.pool, config.durability)
await requireForwardCounter(deps.pool)
await management.listen(config.management)
await otc.listen(config.otc)
await api.listen(config.api)
