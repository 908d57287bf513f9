import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { chromium } from 'playwright-core'
import { givePasskey } from './authenticator/browser-passkey.ts'
import { REPOSITORY_ROOT } from './processes/node-process.ts'

// Opens the console of `npm run dev` in a window of Chromium that has the passkey of a seeded operator. Two windows are two people.
const wanted = process.argv[2] ?? seedOperators[0].email
const operator = seedOperators.find(({ email }) => email === wanted)
if (operator === undefined)
  throw new Error(`name one of ${seedOperators.map(({ email }) => email).join(', ')}, not ${wanted}`)
const ports = JSON.parse(readFileSync(join(REPOSITORY_ROOT, '.stack/dev/ports.json'), 'utf8')) as {
  console: number
}
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
