import { setTimeout as sleep } from 'node:timers/promises'
import { simulatedAccounts } from '@afara/stack/simulators/simulated-bank-accounts.ts'
import { sharedAccounts } from '../buy/places.ts'
import { bodyOf, drawOrder } from '../hour/order.ts'
import type { Subscriber } from './open-subscribers.ts'

/** Makes buys of all businesses in turn, spread over these seconds. Each buy is an event. Returns the refused ones. */
export async function makeEvents(
  apiUrl: string,
  subscribers: readonly Subscriber[],
  range: Readonly<{ from: number; to: number; seconds: number }>,
): Promise<string[]> {
  const names = new Map(simulatedAccounts().map(({ number, name }) => [number, name]))
  const accounts = sharedAccounts.map(({ number }) => number)
  const refused: string[] = []
  const underWay: Array<Promise<void>> = []
  const began = performance.now()
  const everyMs = (range.seconds * 1000) / (range.to - range.from)
  for (let number = range.from; number < range.to; number += 1) {
    const dueMs = began + (number - range.from) * everyMs - performance.now()
    if (dueMs > 0) await sleep(dueMs)
    const subscriber = subscribers[number % subscribers.length]
    if (subscriber === undefined) throw new Error('there are no businesses with endpoints')
    const order = drawOrder(number, accounts)
    const body = bodyOf(subscriber, order, names.get(order.account) ?? '')
    underWay.push(
      post(apiUrl, subscriber.key, body).then((problem) => {
        if (problem !== undefined) refused.push(problem)
        return undefined
      }),
    )
  }
  await Promise.all(underWay)
  return refused
}

async function post(apiUrl: string, key: string, body: string): Promise<string | undefined> {
  const response = await fetch(`${apiUrl}/transactions/v1/onramp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'svc-sec-key': key },
    body,
    signal: AbortSignal.timeout(30_000),
  }).catch(() => undefined)
  const text = (await response?.text()) ?? 'no response'
  return response?.status === 200 ? undefined : `${response?.status ?? ''} ${text.slice(0, 200)}`
}
