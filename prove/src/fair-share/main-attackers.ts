import { createHmac, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttackName, AttackOrder, AttackReport } from './attack.ts'

/**
 * One tenant that sends as much as it can in nine ways, and ten thousand addresses without a key. A process of its own, so that its load
 * does not delay the clock of the tenant that is measured. Reads its order from the first argument. On SIGTERM it prints what it did.
 */
// Attackers have machines of their own. Here they share our cores, and the system gives these to the service first.
setPriority(10)
const order = JSON.parse(process.argv[2] ?? '') as AttackOrder
const { apiUrl, key, businessId, linkTag, vendor, addresses, visitsPerSecond, only } = order
const target = new URL(apiUrl)
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const statuses = new Map<string, Map<number, number>>()
const visited = new Set<string>()
let number = 0

type Asked = Readonly<{
  method?: string
  path: string
  body?: string | Buffer
  headers?: Record<string, string>
  from?: string
  /** Reads the answer this slowly, in milliseconds per part. */
  slowlyMs?: number
}>

async function ask(way: AttackName, asked: Asked): Promise<number> {
  const status = await send(asked).catch(() => 0)
  const counts = statuses.get(way) ?? new Map<number, number>()
  counts.set(status, (counts.get(status) ?? 0) + 1)
  statuses.set(way, counts)
  return status
}

async function send({ method = 'GET', path, body, headers = {}, from, slowlyMs }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: target.hostname,
        port: target.port,
        method,
        path,
        timeout: 30_000,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          ...(from !== undefined && { connection: 'close' }),
        },
        ...(from === undefined ? { agent } : { localAddress: from, agent: false }),
      },
      (incoming) => {
        const status = incoming.statusCode ?? 0
        incoming.on('error', reject)
        incoming.on('end', () => resolve(status))
        if (slowlyMs === undefined) incoming.resume()
        else
          incoming.on('data', () => {
            incoming.pause()
            setTimeout(() => incoming.resume(), slowlyMs)
          })
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const withKey = { 'svc-sec-key': key, 'content-type': 'application/json' }

const buy = (more: object) =>
  JSON.stringify({
    business_id: businessId,
    link_tag: linkTag,
    type: 'buy_ramp',
    amount: 15_000 + (number % 5_000),
    ...vendor,
    bank_name: 'GTBank',
    account_number: `0${String(700_000_000 + number)}`,
    account_name: 'ADA OBI',
    network: 'Polygon',
    wallet_address: `0x${(0xe0_00_00_00_00n + BigInt(number)).toString(16).padStart(38, 'e')}0c`,
    reference: `flood-${process.pid}-${number}`,
    ...more,
  })
const post = (path: string, body: string | Buffer): Asked => ({
  method: 'POST',
  path,
  body,
  headers: withKey,
})
const read = (path: string, slowlyMs?: number): Asked => ({
  path,
  headers: withKey,
  ...(slowlyMs !== undefined && { slowlyMs }),
})

const manyFields = JSON.stringify(
  Object.fromEntries(Array.from({ length: 2_500 }, (_, at) => [`field_${at}`, at])),
)
const manyRows = Buffer.from(`{"rows":[${'{},'.repeat(1_300_000)}{}]}`)
const wrongRows = JSON.stringify({ rows: Array.from({ length: 9_000 }, () => ({ bank: 'x', amount: 'x' })) })
const reads = [
  '/transactions/v1?limit=100',
  '/transactions/v1/totals',
  '/transactions/v1/find?id=ada',
  '/balances/v1/statement/csv?from=2026-01-01&to=2026-11-30',
  '/events/v1?limit=100',
]

/** Nine ways, each with how many at a time and the pause between two requests of one of them. */
const ways: ReadonlyArray<
  readonly [name: AttackName, atOnce: number, pauseMs: number, once: () => Promise<unknown>]
> = [
  ['buys', 4, 60, async () => ask('buys', post('/transactions/v1/onramp', buy({})))],
  ['exports', 6, 200, async () => ask('exports', read('/transactions/v1/export', 250))],
  [
    'refused buys',
    2,
    60,
    async () => ask('refused buys', post('/transactions/v1/onramp', buy({ type: 'x' }))),
  ],
  ['many fields', 2, 100, async () => ask('many fields', post('/transactions/v1/onramp', manyFields))],
  [
    'many rows',
    2,
    500,
    async () => ask('many rows', post('/payouts/v1/batches', number % 2 === 0 ? manyRows : wrongRows)),
  ],
  ['reads', 4, 60, async () => ask('reads', read(reads[number % reads.length] ?? '/'))],
  ['name enquiries', 2, 100, async () => ask('name enquiries', post('/banks/v1/name-enquiry', nameOf()))],
  ['forged hooks', 2, 40, async () => ask('forged hooks', forgedHook())],
  ['connections', 1, 200, async () => openIdle()],
]

function nameOf(): string {
  return JSON.stringify({ bank_name: 'GTBank', account_number: String(1_000_000_000 + number) })
}

/** From the address of the bank, with a wrong signature. */
function forgedHook(): Asked {
  const body = JSON.stringify({ event: 'charge.success', data: { reference: `forged-${number}` } })
  const signature = createHmac('sha512', 'not the secret').update(body).digest('hex')
  return {
    method: 'POST',
    path: '/hooks/v1/test/paystack',
    body,
    headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
  }
}

/** Opens connections that send the beginning of a request and then nothing. */
async function openIdle(): Promise<void> {
  const socket = connect({ host: target.hostname, port: Number(target.port), localAddress: '127.200.0.1' })
  socket.on('error', () => {})
  socket.on('connect', () => socket.write('POST /transactions/v1/onramp HTTP/1.1\r\nhost: x\r\ncontent-le'))
}

/** Requests pages from one address after the other. */
async function visit(at: number): Promise<void> {
  const place = at % addresses
  const from = `127.${1 + (place >> 14)}.${(place >> 7) & 127}.${1 + (place & 127)}`
  visited.add(from)
  const guess = randomBytes(16).toString('base64url')
  const pages = ['/docs', '/docs/integrate', `/pay/${guess}`, '/status', `/verify/${guess}`, '/openapi.json']
  await ask('visits', { path: pages[at % pages.length] ?? '/', from })
}

const MOST_LATE_MS = 250
const stopping = new AbortController()

async function repeat(once: () => Promise<unknown>, pauseMs: number): Promise<void> {
  while (!stopping.signal.aborted) {
    number += 1
    await once()
    await sleep(pauseMs)
  }
}

/**
 * Does not wait for earlier visits. After a delay of this process it goes on at its pace: thousands of connections in one instant would be
 * another attack.
 */
async function visitSteadily(): Promise<void> {
  for (let at = 0, dueAt = performance.now(); !stopping.signal.aborted; at += 1) {
    dueAt = Math.max(dueAt + 1_000 / visitsPerSecond, performance.now() - MOST_LATE_MS)
    await sleep(Math.max(0, dueAt - performance.now()))
    void visit(at)
  }
}

process.on('SIGTERM', () => {
  stopping.abort()
  const report: AttackReport = {
    statuses: Object.fromEntries([...statuses].map(([way, counts]) => [way, Object.fromEntries(counts)])),
    addresses: visited.size,
  }
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0))
})

const isWanted = (way: AttackName): boolean => only === undefined || only === way

for (const [way, atOnce, pauseMs, once] of ways)
  for (let at = 0; at < atOnce && isWanted(way); at += 1) void repeat(once, pauseMs)
if (isWanted('visits')) void visitSteadily()
