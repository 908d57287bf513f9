import closeWithGrace from 'close-with-grace'
import { requireLiveRules } from './config/live-rules.ts'
import { readWorkerConfig } from './config/worker-config.ts'
import { serveObjects } from './entry/workflows/durable-objects.ts'
import { startWorkerLoops } from './entry/workflows/worker-loops.ts'
import { createWorkerObjects } from './entry/workflows/worker-objects.ts'
import { requireForwardCounter } from './kernel/postgres/require-forward-counter.ts'
import { declareRails } from './movements/collections/rail-terms-store.ts'
import { hastenComparing } from './movements/transfers/restored-lane-store.ts'
import { wireWorker } from './wire/wire-worker.ts'

requireLiveRules('worker', process.env)
const config = readWorkerConfig(process.env)
const deps = await wireWorker(config)
const { logger } = deps

await requireForwardCounter(deps.pool)
const objects = await serveObjects(createWorkerObjects(deps), { ...config, logger })
await hastenComparing(deps.pool, deps.clock.now())
await declareRails(deps.pool, deps.banks.rails, deps.clock.now())
const loops = startWorkerLoops(deps)

closeWithGrace({ delay: 10_000, logger }, async () => {
  await Promise.all(loops.map(async (loop) => loop.stop()))
  await objects.stop()
  await deps.webhooks.sender.close()
  await Promise.all([deps.pool.end(), deps.sealerPool.end()])
})
logger.info({ host: config.host, port: config.port }, 'worker is listening')
