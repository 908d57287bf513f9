import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type QuietSolana = Readonly<{
  url: string
  /** Adds an account. All other accounts do not exist. */
  put(address: string, account: Readonly<{ lamports: number; owner: string; data: Uint8Array }>): void
  stop(): Promise<void>
}>

type Call = Readonly<{ id: number; method: string; params: readonly [readonly string[]] }>

/** Starts a Solana node that only shows accounts, which is enough for reading. */
export async function startQuietSolana(): Promise<QuietSolana> {
  const accounts = new Map<string, object>()
  const answer = ({ id, method, params }: Call) =>
    method === 'getMultipleAccounts'
      ? {
          jsonrpc: '2.0',
          id,
          result: { context: { slot: 1 }, value: params[0].map((address) => accounts.get(address) ?? null) },
        }
      : {
          jsonrpc: '2.0',
          id,
          error: { code: -32601, message: 'this node answers only requests for accounts' },
        }
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = JSON.parse(await readAll(request)) as Call | Call[]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
  }
  const server = createServer((request, response) => {
    reply(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    put: (address, { lamports, owner, data }) => {
      accounts.set(address, {
        lamports,
        owner,
        executable: false,
        rentEpoch: 0,
        data: [Buffer.from(data).toString('base64'), 'base64'],
      })
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
