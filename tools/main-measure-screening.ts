import { setTimeout as sleep } from 'node:timers/promises'
import { givenNames, surnames } from '../prove/src/match/world/names.ts'
import { wireScreen } from '../server/src/wire/wire-vendors.ts'

/**
 * Measures how often a common Nigerian name matches a person on a sanctions list, for the lists in a folder: `node
 * tools/main-measure-screening.ts <folder>`. Screens every surname with one given name, and with two given names.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined)
  throw new Error('usage: node tools/main-measure-screening.ts <folder with the sanctions lists>')

const screen = wireScreen(folder, (error) => process.stderr.write(`${String(error)}\n`))
while (screen.list === undefined) await sleep(100)

const people = surnames.flatMap((surname) =>
  givenNames.flatMap((given, index) => [
    `${surname} ${given}`,
    `${surname} ${given} ${givenNames[(index + 7) % givenNames.length]}`,
  ]),
)
const startedAt = performance.now()
const taken = people.flatMap((text) => screen.screen([{ kind: 'name', text }]).slice(0, 1))
const usEach = ((performance.now() - startedAt) * 1000) / people.length
for (const { subject, listed } of taken) process.stdout.write(`${subject.text}: ${listed}\n`)
process.stdout.write(
  `screening list=${screen.list.version} asked=${people.length} taken=${taken.length} ` +
    `per_thousand=${((taken.length / people.length) * 1000).toFixed(2)} us_each=${usEach.toFixed(0)}\n`,
)
