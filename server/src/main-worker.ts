import closeWithGrace from 'close-with-grace'
import { readWorkerConfig } from './config/worker-config.ts'
import { closeListeners } from './entry/http/edge.ts'
import { createManagementApp } from './entry/metrics/management-app.ts'
import { serveObjects } from './entry/workflows/durable-objects.ts'
import { startWorkerLoops } from './entry/workflows/worker-loops.ts'
import { createWorkerObjects } from './entry/workflows/worker-objects.ts'
import { requireDurable } from './kernel/postgres/require-durable.ts'
import { requireForwardCounter } from './kernel/postgres/require-forward-counter.ts'
import { declareRails } from './movements/collections/rail-terms-store.ts'
import { hastenComparing } from './movements/transfers/restored-lane-store.ts'
import { startTracing } from './wire/tracing.ts'
import { wireWorker } from './wire/wire-worker.ts'

const config = readWorkerConfig(process.env)
const tracing = await startTracing('afara-worker', config.tracesUrl)
const deps = await wireWorker(config)
const { logger } = deps

await requireDurable(deps.pool, config.durability)
await requireForwardCounter(deps.pool)
const objects = await serveObjects(createWorkerObjects(deps), { ...config, logger, metrics: deps.metrics })
await hastenComparing(deps.pool, deps.clock.now())
await declareRails(deps.pool, deps.banks.rails, deps.clock.now())
const loops = startWorkerLoops(deps)
const management = createManagementApp(deps)

closeWithGrace({ delay: 10_000, logger }, async () => {
  await Promise.all(loops.map(async (loop) => loop.stop()))
  await objects.stop()
  await deps.webhooks.sender.close()
  await closeListeners([management])
  await Promise.all([deps.pool.end(), deps.sealerPool.end()])
  await tracing.stop()
})
if (config.management !== undefined) await management.listen(config.management)
logger.info({ host: config.host, port: config.port }, 'worker is listening')
