import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BankDesk, type OrderedPayment, openBankDesk } from '@afara/stack/simulators/bank-desk.ts'
import { simulatedAccounts } from '@afara/stack/simulators/simulated-bank-accounts.ts'
import { post } from '../customers.ts'
import type { LiveStack } from '../live-stack.ts'
import { bodyOf, drawOrder, type Order } from './order.ts'

/** Observations of the customers, by reference. */
export type Load = Readonly<{
  /** Time at which the bank showed the credit, in milliseconds since 1970. */
  paidAt: ReadonlyMap<string, number>
  acceptMs: readonly number[]
  /** Replies other than 200, with their count. */
  refused: ReadonlyMap<string, number>
  /** Number of broken connections after which the request was sent again, by cause. */
  broken: ReadonlyMap<string, number>
  /** Resolves when the last customer has paid. */
  ended: Promise<void>
}>

/**
 * Sends customers at a fixed rate. Each requests a buy and pays once it is accepted. The load does not wait for earlier customers, so a
 * slow service gets no time to catch up. `first` is the number of the first customer: a stack must not see a number twice.
 */
export function runLoad(stack: LiveStack, rate: number, seconds: number, first = 0): Load {
  if (stack.bank === undefined) throw new Error('the stack was started without a bank')
  const bank = gatherPayments(openBankDesk(stack.bank.adminUrl))
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS })
  // Nobody may name an account of a pool: a vendor gives its numbers.
  const named = simulatedAccounts().filter(({ is_pool }) => is_pool !== true)
  const names = new Map(named.map(({ number, name }) => [number, name]))
  const paidAt = new Map<string, number>()
  const acceptMs: number[] = []
  const refused = new Map<string, number>()
  const broken = new Map<string, number>()

  const serve = async (order: Order): Promise<void> => {
    const began = performance.now()
    const body = bodyOf(stack, order, names.get(order.account) ?? '')
    const answer = await sendUntilAnswered(async () => send(agent, stack, body), broken)
    if (answer !== '200') {
      refused.set(answer, (refused.get(answer) ?? 0) + 1)
      return
    }
    acceptMs.push(performance.now() - began)
    const { account, amount, payer, reference } = order
    paidAt.set(reference, Date.now())
    bank.pay({ account, amount: String(amount), payer, remark: reference, faults: [] })
  }

  const come = async (): Promise<void> => {
    const accounts = [...names.keys()]
    const underWay: Array<Promise<void>> = []
    const began = performance.now()
    for (let number = 0; number < rate * seconds; number += 1) {
      const dueMs = began + (number * 1000) / rate - performance.now()
      if (dueMs > 0) await sleep(dueMs)
      underWay.push(serve(drawOrder(first + number, accounts)))
    }
    await Promise.all(underWay)
    await bank.close()
    agent.destroy()
  }
  return { paidAt, acceptMs, refused, broken, ended: come() }
}

const MOST_TRIES = 4
const ANSWERED_WITHIN_MS = 30_000
// As many as the servers of a large business keep open. Without a limit, a slow service would use up our own file handles.
const MOST_SOCKETS = 256
const GATHERED_MS = 20

/** Retries a request without a reply under the same reference, as any client does. All attempts are one buy. */
async function sendUntilAnswered(send: () => Promise<string>, broken: Map<string, number>): Promise<string> {
  for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
    try {
      return await send()
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error
      const name = String((cause as { code?: unknown }).code ?? cause)
      broken.set(name, (broken.get(name) ?? 0) + 1)
      await sleep(attempt * 200)
    }
  }
  return 'nothing'
}

async function send(agent: Agent, stack: LiveStack, body: string): Promise<string> {
  const order = { key: stack.testKey, path: '/transactions/v1/onramp', body }
  const { status, text } = await post(agent, stack.apiUrl, order, ANSWERED_WITHIN_MS)
  return status === 200 ? '200' : `${status} ${text.slice(0, 120)}`
}

/** Gives the payments of a moment to the bank together, because the bank is no part of what is measured. */
function gatherPayments(desk: BankDesk) {
  const waiting: OrderedPayment[] = []
  const closing = new AbortController()
  const paying = (async () => {
    while (!closing.signal.aborted || waiting.length > 0) {
      await desk.pay(waiting.splice(0))
      await sleep(GATHERED_MS)
    }
  })()
  return {
    pay: (payment: OrderedPayment) => {
      waiting.push(payment)
    },
    close: async () => {
      closing.abort()
      await paying
    },
  }
}
