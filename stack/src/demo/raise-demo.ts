import { setTimeout as sleep } from 'node:timers/promises'
import { seedBusiness } from '@afara/server/entry/admin/seed-data.ts'
import { askJson } from '../http/ask-json.ts'
import { employOperators } from '../operators/employ-operators.ts'
import { choosePort } from '../processes/loopback-port.ts'
import { gatherDemoEvidence } from './decide-cases.ts'
import { serveDemo } from './demo-server.ts'
import type { Books, Count } from './demo-state.ts'
import { type DemoWorld, raiseDemoWorld } from './demo-world.ts'
import { createJournal } from './journal.ts'
import { createButtons } from './press-buttons.ts'
import { openBooks } from './read-books.ts'
import { openShop } from './shop.ts'

export type Demo = Readonly<{ url: string; world: DemoWorld; stop(): Promise<void> }>

const PREFERRED_PORT = 8086
const LOOK_EVERY_MS = 300

/** Raises the stack, the independent reader, two operators and the page. `pages` is the folder of the built pages. */
export async function raiseDemo(pages: string): Promise<Demo> {
  const world = await raiseDemoWorld()
  const { stack, owner, witnessUrl } = world
  const journal = createJournal()
  const shop = openShop(world)
  const books = openBooks(owner)
  const over = new AbortController()
  let [count, read]: [Count | null, Books | null] = [null, null]
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      // What does not answer keeps its old figures, and the page shows their age.
      count = ((await askJson(witnessUrl, {}).catch(() => count)) as Count | null) ?? count
      if (count !== null) read = await books.read(count).catch(() => read)
      await sleep(LOOK_EVERY_MS)
    }
  }
  const watching = watch()
  const operators = employOperators(owner, async () => gatherDemoEvidence(owner))
  const buttons = createButtons({ world, shop, journal, count: () => count })
  journal.show(await shop.order(), true)
  const { url, close } = await serveDemo({
    port: await choosePort(PREFERRED_PORT),
    pages,
    apiUrl: stack.apiUrl,
    testKey: stack.testKey,
    state: () => ({ business: seedBusiness.name, ...journal.state(), count, books: read }),
    press: (name) => void buttons.press(name),
  })
  return {
    url,
    world,
    stop: async () => {
      close()
      over.abort()
      await watching
      await operators.stop()
      await world.stop()
    },
  }
}
