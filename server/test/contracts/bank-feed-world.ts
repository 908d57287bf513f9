import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { type BankVendor, startBankSimulator } from '@afara/stack/simulators/bank-simulator.ts'

export type Sent = Readonly<{ headers: IncomingHttpHeaders; body: Buffer }>

/** A true line of the simulator. */
export type TrueLine = Readonly<{
  id: string
  account: string
  direction: 'credit' | 'debit'
  mark: string
  of: string | null
  reference: string
  shown_session_id: string | null
  gross_kobo: string
  settled_kobo: string
  booked_at: string
  payer: Readonly<{ account_number: string; name: string; bank_code: string; bank_name: string }>
  remark: string
  narration: string | null
  faults: readonly string[]
}>

type Fault = string | Readonly<{ fault: string; seconds?: number }>
export type Payment = Readonly<{
  amount?: string
  account?: string
  payer?: Readonly<Record<string, string>>
  remark?: string
  faults?: readonly Fault[]
}>

type CataloguedFault = Readonly<{ name: string; when: string; vendors?: readonly string[] }>

export type FeedWorld = Awaited<ReturnType<typeof startFeedWorld>>

export const START = '2026-11-12T09:00:00.000Z'

/** Starts the simulator process with two accounts at one vendor, and a receiver for its notifications. */
export async function startFeedWorld(vendor: BankVendor) {
  const run = await createTemporaryRun()
  const accounts = { ours: '0000000001', other: '0000000002' }
  const simulator = await startBankSimulator({
    directory: run.directory,
    onSpawn: run.onSpawn,
    stoppedAt: START,
  })
  const sent: Sent[] = []
  let reply: (taken: Sent) => { status: number; body: unknown } = () => ({ status: 500, body: {} })
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const taken = { headers: request.headers, body: Buffer.concat(chunks) }
      sent.push(taken)
      const { status, body } = reply(taken)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  const hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`

  const admin = async (method: string, path: string, body?: object): Promise<string> => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${simulator.adminUrl}${path}`, {
      method,
      ...(body === undefined ? {} : json),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the simulator said ${response.status} to ${path}: ${text}`)
    return text
  }
  const truth = async (): Promise<TrueLine[]> =>
    (await admin('GET', '/truth'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as TrueLine)

  return {
    vendor,
    ...accounts,
    url: `${simulator.url}/${vendor}`,
    admin,
    truth,
    sent,
    answerWith: (answer: typeof reply) => {
      reply = answer
    },
    /** Resets everything to its initial state. */
    reset: async () => {
      await admin('DELETE', '/state')
      for (const number of Object.values(accounts)) await admin('POST', '/accounts', { number, vendor })
      await admin('PATCH', `/vendors/${vendor}`, { url: hookUrl })
      sent.length = 0
    },
    pay: async (...payments: Payment[]) => {
      const wanted = payments.map((one) => ({ account: accounts.ours, amount: '15000', ...one }))
      await admin('POST', '/payments', { payments: wanted })
    },
    fault: async (fault: string, more: object = {}) => {
      const { id } = JSON.parse(await admin('POST', '/faults', { fault, ...more })) as { id: string }
      return { end: async () => admin('DELETE', `/faults/${id}`) }
    },
    wait: async (seconds: number) => {
      await admin('PATCH', '/clock', { advance_seconds: seconds })
    },
    /** Waits until no notification is pending, and returns those received. */
    notifications: async (): Promise<Sent[]> => {
      for (;;) {
        const { hooks, clock } = JSON.parse(await admin('GET', '/state'))
        const open = JSON.parse(await admin('GET', '/hooks')) as {
          hooks: { state: string; due_at: string }[]
        }
        const isDue = open.hooks.some(({ state, due_at }) => state === 'waiting' && due_at <= clock.now)
        if (hooks.under_way === 0 && !isDue) return [...sent]
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    catalogue: async () =>
      (JSON.parse(await admin('GET', '/faults')) as { faults: CataloguedFault[] }).faults,
    stop: async () => {
      receiver.close()
      receiver.closeAllConnections()
      await simulator.stop()
      run.remove()
    },
  }
}
