import closeWithGrace from 'close-with-grace'
import { readWorkerConfig } from './config.ts'
import { createAccountObject } from './entry/workflows/account-object.ts'
import { createDepositsObject } from './entry/workflows/deposits-object.ts'
import { createLaneObject } from './entry/workflows/lane-object.ts'
import { createPayoutObject } from './entry/workflows/payout-object.ts'
import { serveObjects } from './entry/workflows/serve-objects.ts'
import { createTransactionObjects } from './entry/workflows/transaction-objects.ts'
import { createWebhookObject } from './entry/workflows/webhook-object.ts'
import { startWorkerLoops } from './entry/workflows/worker-loops.ts'
import { requireForwardCounter } from './kernel/postgres/require-forward-counter.ts'
import { hastenComparing } from './movements/transfers/restored-lane-store.ts'
import { wireWorker } from './wire.ts'

const config = readWorkerConfig(process.env)
const deps = await wireWorker(config)
const { logger } = deps

await requireForwardCounter(deps.pool)
const driven = [
  ...createTransactionObjects(deps),
  createAccountObject(deps),
  createLaneObject(deps),
  createDepositsObject(deps),
  createPayoutObject(deps),
  createWebhookObject(deps),
]
const objects = await serveObjects(driven, { ...config, logger })
await hastenComparing(deps.pool, deps.clock.now())
const loops = startWorkerLoops(deps)

closeWithGrace({ delay: 10_000, logger }, async () => {
  await Promise.all(loops.map(async (loop) => loop.stop()))
  await objects.stop()
  await deps.webhooks.sender.close()
  await Promise.all([deps.pool.end(), deps.sealerPool.end()])
})
logger.info({ host: config.host, port: config.port }, 'worker listens')
