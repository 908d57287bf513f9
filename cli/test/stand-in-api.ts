import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Statuses of the transactions of each scenario, in order. */
const ways: Readonly<Record<string, readonly string[]>> = {
  paid_exactly: ['pending_payment', 'payment_received', 'cleared', 'sending', 'completed'],
  short_payment: ['pending_payment', 'part_paid'],
  late_payment: ['pending_payment', 'expired', 'action_required'],
}

type Row = { id: string; statuses: readonly string[]; reference: string }

/**
 * A service whose transactions end at once, so that good and bad integrations can be tested quickly. It implements only the part of the API
 * that this needs.
 */
export async function startStandInApi() {
  const rows = new Map<string, Row>()
  const events: { transactionId: string; text: string }[] = []

  const transactionText = ({ id, reference }: Row, status: string) =>
    `{"transaction_id":"${id}","business":{"business_id":"biz_1"},"type":"Buy","reference":"${reference}","amount":15000.10,"status":"${status}","created_at":"2026-11-16T09:30:00.000Z","fee":0,"needs":[],"network":"","wallet_address":""}`

  const begin = (scenario: string, reference = `ref-${rows.size + 1}`): Row => {
    const row = { id: `txn_${randomBytes(16).toString('hex')}`, statuses: ways[scenario] ?? [], reference }
    rows.set(row.id, row)
    for (const [at, status] of row.statuses.entries()) {
      const previous = at === 0 ? 'null' : `"${row.statuses[at - 1]}"`
      const text = `{"id":"evt_${randomBytes(16).toString('hex')}","type":"buy.${status}","number":${events.length + 1},"sequence":${at + 1},"mode":"test","created_at":"2026-11-16T09:30:00.000Z","data":{"previous_status":${previous},"transaction":${transactionText(row, status)}}}`
      events.push({ transactionId: row.id, text })
    }
    return row
  }

  const answerEvents = (query: URLSearchParams): string => {
    const after = Number(query.get('after') ?? 0)
    const limit = Number(query.get('limit') ?? 100)
    const wanted = query.get('transaction_id')
    const found = events.slice(after).filter((event) => wanted === null || event.transactionId === wanted)
    const page = found.slice(0, limit)
    return `{"status":"success","events":[${page.map(({ text }) => text).join(',')}],"next_after":${after + page.length},"has_more":${found.length > limit}}`
  }

  const answer = async (request: IncomingMessage): Promise<readonly [code: number, body: string]> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    const [, scenario] = /^\/sandbox\/v1\/scenarios\/(\w+)$/.exec(pathname) ?? []
    if (scenario !== undefined) {
      if (ways[scenario] === undefined)
        return [404, refusal('scenario_unknown', 'No scenario has this name.')]
      const { id, statuses } = begin(scenario)
      const expect = statuses.map((status) => `buy.${status}`)
      return [200, JSON.stringify({ run: { scenario, transaction_id: id, transaction_ids: [id], expect } })]
    }
    if (pathname === '/sandbox/v1/scenarios') {
      const scenarios = Object.entries(ways).map(([name, statuses]) => ({
        name,
        sentence: `What happens is ${name}.`,
        expect: statuses.map((status) => `buy.${status}`),
      }))
      return [200, JSON.stringify({ scenarios })]
    }
    if (pathname === '/keys/v1/me') {
      const key = { business_id: 'biz_1', link_tag: 'ada-foods', mode: 'test', scopes: ['read', 'buy'] }
      return [200, JSON.stringify({ status: 'success', key })]
    }
    if (pathname === '/events/v1') {
      if (answerEvents(searchParams).includes('"events":[]') && searchParams.has('wait')) await briefly()
      return [200, answerEvents(searchParams)]
    }
    if (pathname === '/transactions/v1/offramp') {
      const { reference } = JSON.parse(await bodyOf(request)) as { reference: string }
      const known = [...rows.values()].find((row) => row.reference === reference)
      return [200, `{"transaction":${transactionText(known ?? begin('paid_exactly', reference), 'cleared')}}`]
    }
    const row = rows.get(pathname.split('/').at(-1) ?? '')
    if (row === undefined) return [404, refusal('transaction_unknown', 'No transaction has this id.')]
    return [200, `{"message":"…","transaction":${transactionText(row, row.statuses.at(-1) ?? '')}}`]
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void answer(request).then(([code, body]) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(body),
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    begin,
    events,
    /** Clears the feed, as if the stack was created again. */
    forget: () => events.splice(0),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function briefly(): Promise<void> {
  await new Promise((done) => setTimeout(done, 50))
}

function refusal(code: string, message: string): string {
  return JSON.stringify({
    status: 'error',
    message,
    code,
    errors: [],
    request_id: 'req-1',
    docs_url: 'http://x/docs',
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
