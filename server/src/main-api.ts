import closeWithGrace from 'close-with-grace'
import { readApiConfig } from './config.ts'
import { createApp } from './entry/http/app.ts'
import { requireForwardCounter } from './kernel/postgres/require-forward-counter.ts'
import { wireApi } from './wire.ts'

const config = readApiConfig(process.env)
const deps = wireApi(config)
const app = createApp(deps)

closeWithGrace({ delay: 10_000, logger: app.log }, async () => {
  await app.close()
  await deps.pool.end()
})
await requireForwardCounter(deps.pool)
await app.listen({ host: config.host, port: config.port })
