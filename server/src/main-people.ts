import closeWithGrace from 'close-with-grace'
import { readPeopleConfig } from './config/people-config.ts'
import { closeListeners } from './entry/http/edge.ts'
import { createPeopleApp } from './entry/people/people-app.ts'
import { wirePeople } from './wire/wire-people.ts'

const config = readPeopleConfig(process.env)
const deps = wirePeople(config)
const app = createPeopleApp(deps)

closeWithGrace({ delay: 10_000, logger: deps.logger }, async () => {
  deps.gate.state.isStopping = true
  await closeListeners([app])
  await deps.stop()
})
await app.listen(config.people)
