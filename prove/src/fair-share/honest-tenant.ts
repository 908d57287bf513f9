import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBankDesk } from '@afara/stack/simulators/bank-desk.ts'
import { bodyOf, drawOrder } from '../hour/order.ts'
import type { LiveStack } from '../live-stack.ts'

/** What the honest tenant saw in one phase: the times of its buys in the order of their sending, and how many answers had each status. */
export type Phase = Readonly<{ acceptMs: readonly number[]; statuses: ReadonlyMap<number, number> }>

export type HonestTenant = Readonly<{
  /** Sends buys at a steady rate for this long. Every tenth buyer pays, and the bank notifies us. */
  work(seconds: number): Promise<Phase>
  close(): void
}>

export const BUYS_PER_SECOND = 20
const ONE_PAYS_OF = 10

export async function createHonestTenant(stack: LiveStack): Promise<HonestTenant> {
  if (stack.bank === undefined) throw new Error('the stack was started without a bank')
  const desk = openBankDesk(stack.bank.adminUrl)
  const names = await readVendors(stack)
  const accounts = [...names.keys()]
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  let number = 0

  const serve = async (place: number, acceptMs: number[], statuses: Map<number, number>): Promise<void> => {
    number += 1
    const order = drawOrder(number, accounts)
    const body = bodyOf(stack, order, names.get(order.account) ?? '')
    const began = performance.now()
    const status = await post(stack, agent, body).catch(() => 0)
    acceptMs[place] = performance.now() - began
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status !== 200 || number % ONE_PAYS_OF !== 0) return
    const { account, amount, payer, reference } = order
    await desk.pay([{ account, amount: String(amount), payer, remark: reference, faults: [] }])
  }

  return {
    work: async (seconds) => {
      const acceptMs: number[] = []
      const statuses = new Map<number, number>()
      const underWay: Array<Promise<void>> = []
      const began = performance.now()
      for (let at = 0; at < BUYS_PER_SECOND * seconds; at += 1) {
        const dueMs = began + (at * 1000) / BUYS_PER_SECOND - performance.now()
        if (dueMs > 0) await sleep(dueMs)
        underWay.push(serve(at, acceptMs, statuses))
      }
      await Promise.all(underWay)
      return { acceptMs, statuses }
    },
    close: () => agent.destroy(),
  }
}

/** Returns the names of the accounts into which buyers may pay, by number. */
async function readVendors({ apiUrl, testKey }: LiveStack): Promise<ReadonlyMap<string, string>> {
  const response = await fetch(`${apiUrl}/transactions/v1/vendors`, { headers: { 'svc-sec-key': testKey } })
  const { VendorList: vendors } = (await response.json()) as {
    VendorList: ReadonlyArray<{ vendorName: string; vendorNumber: string }>
  }
  return new Map(vendors.map(({ vendorName, vendorNumber }) => [vendorNumber, vendorName]))
}

async function post(stack: LiveStack, agent: Agent, body: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'svc-sec-key': stack.testKey,
  }
  return new Promise((resolve, reject) => {
    const options = { agent, method: 'POST', headers, timeout: 30_000 }
    const outgoing = request(`${stack.apiUrl}/transactions/v1/onramp`, options, (incoming) => {
      incoming.on('error', reject)
      incoming.on('end', () => resolve(incoming.statusCode ?? 0))
      incoming.resume()
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
