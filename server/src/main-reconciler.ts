import closeWithGrace from 'close-with-grace'
import { readReconcilerConfig } from './config/reconciler-config.ts'
import { startReconciler } from './entry/workflows/reconciler.ts'
import { requireDurable } from './kernel/postgres/require-durable.ts'
import { requireForwardCounter } from './kernel/postgres/require-forward-counter.ts'
import { wireReconciler } from './wire/wire-reconciler.ts'

const { listener, ...config } = readReconcilerConfig(process.env)
const deps = await wireReconciler(config)
const { pool, logger } = deps

await requireDurable(pool, config.durability)
await requireForwardCounter(pool)
const reconciler = startReconciler(deps)
reconciler.health.listen(listener.port, listener.host, () => logger.info(listener, 'reconciler is listening'))

closeWithGrace({ delay: 10_000, logger }, async () => {
  await reconciler.stop()
  reconciler.health.close()
  await pool.end()
})
