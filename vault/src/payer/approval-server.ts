import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type Log, readBody } from '../shared/vault-server.ts'
import type { Approvals } from './approve-transfers.ts'
import type { HookHeaders } from './rails/bank-rail.ts'

const PATH = /^\/v1\/approvals\/([0-9a-f-]{36})$/
const REQUEST_TIMEOUT_MS = 10_000
const MOST_CONNECTIONS = 100

/**
 * The listener for vendors that ask before they pay. It is separate from the one for our own processes, so that a proxy can show this one
 * to a vendor and nothing else. It answers one route and needs no token, because an answer moves no money and reveals only what the
 * question already contains.
 */
export function createApprovalServer(approvals: Approvals, log: Log): Server {
  const server = createServer((request, response) => {
    answer(approvals, request)
      .catch((error: Error) => {
        log({ level: 'error', msg: 'approval failed', error: error.message })
        return 400
      })
      .then((status) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'))
      .catch(() => response.destroy())
  })
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.maxConnections = MOST_CONNECTIONS
  return server
}

async function answer(approvals: Approvals, request: IncomingMessage): Promise<number> {
  const [, account] = PATH.exec(request.url ?? '') ?? []
  if (request.method !== 'POST' || account === undefined) return 404
  return (await approvals.answer(account, headersOf(request), await readBody(request))) ?? 404
}

function headersOf({ headers }: IncomingMessage): HookHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
