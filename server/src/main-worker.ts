import closeWithGrace from 'close-with-grace'
import { readConfig } from './config.ts'
import { serveObjects } from './entry/workflows/serve-objects.ts'
import { createTransactionObjects } from './entry/workflows/transaction-objects.ts'
import { startWorkerLoops } from './entry/workflows/worker-loops.ts'
import { wireWorker } from './wire.ts'

const config = readConfig()
const deps = wireWorker(config)
const objects = await serveObjects(createTransactionObjects(deps), { ...config.worker, logger: deps.logger })
const loops = startWorkerLoops(deps)

closeWithGrace({ delay: 10_000, logger: deps.logger }, async () => {
  await Promise.all(loops.map(async (loop) => loop.stop()))
  await objects.stop()
  await Promise.all([deps.pool.end(), deps.sealerPool.end()])
})
deps.logger.info({ host: config.worker.host, port: config.worker.port }, 'worker listens')
