import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Count } from './demo/demo-state.ts'
import { countMoney, type Note } from './demo/witness/count-money.ts'
import { type Outside, readHoldings, readSeen } from './demo/witness/read-outside.ts'

/**
 * The independent reader of the demo. It reads the bank's record, the chain and the notes of what was promised. It has no address of our
 * database and no way to write anything.
 */
const { port, notesFile, outside } = JSON.parse(process.env['WITNESS'] ?? '') as {
  port: number
  notesFile: string
  outside: Outside
}
const EVERY_MS = 400

let count: Count | null = null
let checks = 0

createServer((_request, reply) => {
  reply.setHeader('content-type', 'application/json')
  reply.end(JSON.stringify(count))
}).listen(port, '127.0.0.1')

for (;;) {
  try {
    count = await look()
  } catch (error) {
    // The page shows the age of the last count, so a silent bank or chain is visible.
    console.error(error)
  }
  await sleep(EVERY_MS)
}

async function look(): Promise<Count> {
  // Notes are written before their money moves, and read after it was seen: so everything that is seen has its note.
  const seen = await readSeen(outside)
  const holdings = await readHoldings(outside)
  const now = new Date()
  const { difference, ...counted } = countMoney(readNotes(), seen, now.getTime())
  checks += 1
  return {
    ...counted,
    checkedAt: now.toISOString(),
    checks,
    koboDifference: String(difference),
    outside: {
      bank: String(holdings.bank),
      payouts: String(holdings.payouts),
      tokens: String(holdings.tokens),
    },
  }
}

function readNotes(): Note[] {
  const lines = readFileSync(notesFile, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Note)
}
