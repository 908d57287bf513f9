import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { chromium } from 'playwright-core'
import { givePasskey } from './authenticator/browser-passkey.ts'
import { REPOSITORY_ROOT } from './processes/node-process.ts'

// Opens the console of `npm run dev` in a window of Chromium that has the passkey of a seeded operator. Two windows are two people.
const wanted = process.argv[2] ?? seedOperators[0].email
const operator = seedOperators.find(({ email }) => email === wanted)
if (operator === undefined)
  stop(`Name one of ${seedOperators.map(({ email }) => email).join(', ')}, not ${wanted}.`)
if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
  stop(
    'This machine has no display to open a window on. Run it on a machine with one, or under a virtual display: xvfb-run npm run console (apt install xvfb). The end-to-end tests need none: npm run test:e2e -- console.',
  )
const portsFile = join(REPOSITORY_ROOT, '.stack/dev/ports.json')
if (!existsSync(portsFile))
  stop('No stack has been started here. Run npm run dev first, in another terminal.')
const ports = JSON.parse(readFileSync(portsFile, 'utf8')) as { console: number }
const origin = `http://localhost:${ports.console}`
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  headless: false,
  args: ['--no-sandbox'],
})
const page = await (await browser.newContext({ viewport: null })).newPage()
await givePasskey(page, origin, operator.id)
await page.goto(`${origin}/test`)
await new Promise((closed) => {
  page.on('close', closed)
})
await browser.close()

function stop(says: string): never {
  process.stderr.write(`${says}\n`)
  process.exit(1)
}
