import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { readTimeline } from '@afara/server/records/transactions/timeline/timeline.ts'
import { sampleBuy, samplePayment } from '@afara/stack/journeys/first-buy.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof } from '../proof.ts'
import { drawTimeline } from './timeline-figure.ts'
import type { ToldTimeline } from './told-timeline.ts'

const FIGURE = resolve(import.meta.dirname, '../../../docs/images/buy-timeline.svg')
const COMPLETED_WITHIN_MS = 120_000
const CAPTION =
  '15,000 naira from a bank account become 15,000 tokens in a wallet on Polygon; seconds since the request'
const WAY = ['accepted', 'paid_in_full', 'checks_passed', 'transfer_signed', 'transfer_final']

export const timelineProof: Proof = {
  name: 'timeline',
  sentence:
    'The timeline of a buy shows every step from the bank to the wallet with its evidence, and is drawn from the rows of the buy.',
  sizes: {},
  run: async ({ progress }) => {
    const stack = await raiseLiveStack({}, { bank: {}, delivery: {} })
    try {
      const id = await buy(stack)
      progress.say(`${id} was accepted and is being paid`)
      const timeline = await untilCompleted(stack, id)
      const outcome = await judge(stack, timeline)
      if (outcome.shortfalls.length === 0) {
        mkdirSync(dirname(FIGURE), { recursive: true })
        writeFileSync(FIGURE, drawTimeline(timeline, CAPTION))
        progress.say(`drew ${FIGURE}`)
      }
      return outcome
    } finally {
      await stack.stop()
    }
  },
}

async function buy(stack: LiveStack): Promise<string> {
  const facts = { businessId: stack.businessId, linkTag: stack.linkTag }
  const { transaction } = await ask<{ transaction: { transaction_id: string } }>(
    stack,
    `${stack.apiUrl}/transactions/v1/onramp`,
    sampleBuy(facts),
  )
  await ask(stack, `${stack.bank?.adminUrl}/payments`, samplePayment())
  return transaction.transaction_id
}

async function untilCompleted(stack: LiveStack, id: string): Promise<ToldTimeline> {
  const deadline = performance.now() + COMPLETED_WITHIN_MS
  for (;;) {
    const url = `${stack.apiUrl}/transactions/v1/${id}/timeline`
    const { timeline } = await ask<{ timeline: ToldTimeline }>(stack, url)
    if (timeline.status === 'completed' || performance.now() > deadline) return timeline
    await sleep(100)
  }
}

/** Checks that the business sees the events that we have, and that the network knows the transfer by the shown hash. */
async function judge(stack: LiveStack, timeline: ToldTimeline): Promise<Outcome> {
  const { steps } = timeline
  const moves = steps.map(({ event }) => event).filter((event) => WAY.includes(event))
  const times = steps.map(({ at }) => Date.parse(at))
  const hash = steps.at(-1)?.evidence.find(({ kind }) => kind === 'hash')?.id ?? ''
  const known = await houseEvents(stack, timeline.transaction_id)
  const untold = steps.filter(({ event }) => !known.includes(event))
  const seen = steps.find(({ event }) => event === 'credit_seen')
  const sent = steps.find(({ event }) => event === 'handed_over')
  const shortfalls = [
    timeline.status !== 'completed' && `the buy is still ${timeline.status}`,
    moves.join() !== WAY.join() && `the buy took the steps ${moves.join(', ')} instead of ${WAY.join(', ')}`,
    times.some((time, index) => time < (times[index - 1] ?? 0)) &&
      'the steps are not in the order of their times',
    untold.length > 0 && `the database has no events ${untold.map(({ event }) => event).join(', ')}`,
    !(await isOnChain(stack, hash)) && `the network does not know ${hash}`,
  ].filter((shortfall) => shortfall !== false)
  return {
    figures: {
      steps: steps.length,
      seen_to_sent_ms: seen && sent ? Date.parse(sent.at) - Date.parse(seen.at) : 'none',
      whole_ms: (times.at(-1) ?? 0) - (times[0] ?? 0),
    },
    shortfalls,
  }
}

async function houseEvents(stack: LiveStack, id: string): Promise<string[]> {
  const pool = createPool(stack.databaseUrl('afara_owner'), { max: 1, applicationName: 'proof' })
  try {
    const timeline = await readTimeline(pool, parseId('transaction', id) ?? '')
    return timeline?.steps.map(({ event }) => event) ?? []
  } finally {
    await pool.end()
  }
}

async function isOnChain(stack: LiveStack, hash: string): Promise<boolean> {
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] }
  const answer = await ask<{ result: { status: string } | null }>(
    stack,
    stack.chains?.of('Polygon').url ?? '',
    body,
  )
  return answer.result?.status === '0x1'
}

/** Sends a POST if there is a body, and otherwise a GET. */
async function ask<T>({ testKey }: LiveStack, url: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'svc-sec-key': testKey, ...(body && { 'content-type': 'application/json' }) },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}
