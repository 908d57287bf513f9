import closeWithGrace from 'close-with-grace'
import { readPeopleConfig } from './config/people-config.ts'
import { closeListeners } from './entry/http/edge.ts'
import { createManagementApp } from './entry/metrics/management-app.ts'
import { createConsoleApp } from './entry/people/console/console-app.ts'
import { createPeopleApp } from './entry/people/people-app.ts'
import { requireDurable } from './kernel/postgres/require-durable.ts'
import { startTracing } from './wire/tracing.ts'
import { wirePeople } from './wire/wire-people.ts'

const config = readPeopleConfig(process.env)
const tracing = await startTracing('afara-people', config.tracesUrl)
const deps = wirePeople(config)
const apps = [createPeopleApp(deps)]
const listeners = [config.people]
const management = createManagementApp({ ...deps, ...deps.gate })
if (config.console !== undefined) {
  apps.push(createConsoleApp(deps, config.console.relyingParty))
  listeners.push(config.console.listener)
}

closeWithGrace({ delay: 10_000, logger: deps.logger }, async () => {
  deps.gate.state.isStopping = true
  deps.changes.stop()
  await closeListeners(apps)
  await closeListeners([management])
  await deps.stop()
  await tracing.stop()
})
if (config.management !== undefined) await management.listen(config.management)
await requireDurable(deps.pool, config.durability)
await Promise.all(apps.map(async (app, place) => app.listen(listeners[place])))
