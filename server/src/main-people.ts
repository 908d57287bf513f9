import closeWithGrace from 'close-with-grace'
import { requireLiveRules } from './config/live-rules.ts'
import { readPeopleConfig } from './config/people-config.ts'
import { closeListeners } from './entry/http/edge.ts'
import { createConsoleApp } from './entry/people/console/console-app.ts'
import { createPeopleApp } from './entry/people/people-app.ts'
import { wirePeople } from './wire/wire-people.ts'

requireLiveRules('people', process.env)
const config = readPeopleConfig(process.env)
const deps = wirePeople(config)
const apps = [createPeopleApp(deps)]
const listeners = [config.people]
if (config.console !== undefined) {
  apps.push(createConsoleApp(deps, config.console.relyingParty))
  listeners.push(config.console.listener)
}

closeWithGrace({ delay: 10_000, logger: deps.logger }, async () => {
  deps.gate.state.isStopping = true
  deps.changes.stop()
  await closeListeners(apps)
  await deps.stop()
})
await Promise.all(apps.map(async (app, place) => app.listen(listeners[place])))
