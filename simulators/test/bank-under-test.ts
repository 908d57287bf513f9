import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { createBankSimulator } from '../src/bank/bank-simulator.ts'
import type { BankOptions } from '../src/bank/simulated-bank.ts'
import type { Vendor } from '../src/bank/vendor.ts'

export const MONNIFY = '0000000001'
export const PROVIDUS = '0000000002'
export const PAYSTACK = '0000000003'
/** A second account at Monnify, for payments to the wrong account. */
export const OTHER = '0000000004'

const START = '2026-11-12T09:00:00.000Z'

type Received = Readonly<{ headers: IncomingHttpHeaders; body: string }>
export type Told = Readonly<Record<string, unknown>> &
  Readonly<{
    id: string
    seq: number
    reference: string
    session_id: string
    gross_kobo: string
    mark: string
  }>

type Payment = Readonly<{ account: string; amount: string }> & Readonly<Record<string, unknown>>

export type BankUnderTest = Awaited<ReturnType<typeof createBankUnderTest>>

/** A bank with four accounts and a stopped clock, and a receiver of its notifications. */
export async function createBankUnderTest(options: BankOptions = {}) {
  const app = createBankSimulator({ stoppedAt: START, ...options })
  const received: Received[] = []
  let answer: Readonly<{ status: number; body: string }> = { status: 200, body: '{"responseCode":"00"}' }
  const receiver = await listen((headers, body) => {
    received.push({ headers, body })
    return answer
  })
  const ask = async (request: InjectOptions) => {
    const response = await app.inject(request)
    return { status: response.statusCode, body: response.body, json: () => response.json() }
  }
  const admin = async (
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET',
    url: string,
    payload?: object,
  ) => {
    const { status, json } = await ask({ method, url: `/admin${url}`, ...(payload ? { payload } : {}) })
    return { status, body: json() }
  }
  for (const [number, vendor] of [
    [MONNIFY, 'monnify'],
    [PROVIDUS, 'providus'],
    [PAYSTACK, 'paystack'],
    [OTHER, 'monnify'],
  ]) {
    await admin('POST', '/accounts', { number, vendor })
  }
  const truth = async (): Promise<Told[]> => {
    const { body } = await ask({ url: '/admin/truth' })
    return body
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Told)
  }
  return {
    app,
    ask,
    admin,
    truth,
    received,
    /** Notifications received so far, as JSON. */
    bodies: () => received.map(({ body }) => JSON.parse(body)),
    answerWith: (status: number, body = '{"responseCode":"00"}') => {
      answer = { status, body }
    },
    listenTo: async (...vendors: Vendor[]) => {
      for (const vendor of vendors) await admin('PATCH', `/vendors/${vendor}`, { url: receiver.url })
    },
    /** Makes payments and returns the true lines. */
    pay: async (...payments: Payment[]): Promise<Told[]> => {
      const { status, body } = await admin('POST', '/payments', { payments })
      if (status !== 201) throw new Error(JSON.stringify(body))
      const made = new Set(
        body.payments.flatMap((paid: { lines: { id: string }[] }) => paid.lines.map(({ id }) => id)),
      )
      return (await truth()).filter(({ id }) => made.has(id))
    },
    wait: async (seconds: number) => admin('PATCH', '/clock', { advance_seconds: seconds }),
    fault: async (fault: string, more: object = {}) => admin('POST', '/faults', { fault, ...more }),
    /** Waits until no delivery is running. */
    idle: async () => {
      for (;;) {
        const { hooks } = (await admin('GET', '/state')).body
        if (hooks.under_way === 0) return
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    ...faces(app),
    close: async () => {
      receiver.server.close()
      await app.close()
    },
  }
}

function faces(app: FastifyInstance) {
  const get = async (url: string, headers: Record<string, string>) => {
    const { statusCode: status, body } = await app.inject({ url, headers })
    return { status, body, json: () => JSON.parse(body) }
  }
  const bearer = async () => {
    const authorization = `Basic ${Buffer.from('MK_TEST_SIMULATED:simulated_monnify_secret_1').toString('base64')}`
    const login = await app.inject({
      method: 'POST',
      url: '/monnify/api/v1/auth/login',
      headers: { authorization },
    })
    return `Bearer ${login.json().responseBody.accessToken}`
  }
  const providus = providusHeaders()
  return {
    monnify: async (path: string) => get(`/monnify${path}`, { authorization: await bearer() }),
    monnifyStatus: async (reference: string) =>
      get(`/monnify/api/v2/transactions/${encodeURIComponent(reference)}`, { authorization: await bearer() }),
    monnifyList: async (account: string, page = 0, size = 10) =>
      get(
        `/monnify/api/v1/bank-transfer/reserved-accounts/transactions?accountReference=afara-${account}&page=${page}&size=${size}`,
        { authorization: await bearer() },
      ),
    bearer,
    providus: async (path: string) => get(`/providus${path}`, providus),
    providusStatus: async (settlementId: string) =>
      get(`/providus/PiPverifyTransaction_settlementid?settlement_id=${settlementId}`, providus),
    paystack: async (path: string) =>
      get(`/paystack${path}`, { authorization: 'Bearer sk_test_simulated_1' }),
  }
}

/** SHA-512 of the id and secret, computed once independently. A client must compute the same. */
function providusHeaders(): Record<string, string> {
  return {
    'client-id': 'c2ltdWxhdGVkX2NsaWVudA==',
    'x-auth-signature': PROVIDUS_SIGNATURE,
  }
}

export const PROVIDUS_SIGNATURE =
  '11A3395D7D1A5E86A98EF32BA58CDFFD41BB3248AF865B2D2641756332B760A9' +
  '808132F95D333861B121C9F54D92977610B70FD036E9CB2CAD419B0BA451B7B9'

async function listen(
  take: (headers: IncomingHttpHeaders, body: string) => Readonly<{ status: number; body: string }>,
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { status, body } = take(request.headers, Buffer.concat(chunks).toString())
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` }
}
