import { createInterface } from 'node:readline'
import { wireWebhookSender } from '@afara/server/wire/wire-vendors.ts'
import { createCarelessSender } from './careless-sender.ts'
import type { Errand } from './errand.ts'

/** Sends the errands from its standard input, as the worker would, and prints the outcomes. */
const senders = {
  walled: wireWebhookSender({ allowLoopback: false }),
  local: wireWebhookSender({ allowLoopback: true }),
  careless: createCarelessSender(),
}

async function run({ id, url, mode, by }: Errand): Promise<void> {
  const headers = { 'content-type': 'application/json', 'webhook-id': `evt_${id}` }
  const result = await senders[by].send({ url, headers, body: '{}', mode, deadlineMs: 30_000 })
  const status = result.outcome === 'answered' ? result.status : undefined
  process.stdout.write(`${JSON.stringify({ id, outcome: result.outcome, status })}\n`)
}

for await (const line of createInterface({ input: process.stdin })) void run(JSON.parse(line) as Errand)
process.exit(0)
