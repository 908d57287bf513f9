import closeWithGrace from 'close-with-grace'
import { readConfig } from './config.ts'
import { createApp } from './entry/http/app.ts'
import { wireApi } from './wire.ts'

const config = readConfig()
const deps = wireApi(config)
const app = createApp(deps)

closeWithGrace({ delay: 10_000, logger: app.log }, async () => {
  await app.close()
  await deps.pool.end()
})
await app.listen({ host: config.api.host, port: config.api.port })
