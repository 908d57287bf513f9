import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { signatureIn } from '../signature-in.ts'
import { createLiteChain } from './lite-chain.ts'
import { createLiteRpc } from './lite-rpc.ts'

type Call = Readonly<{ id?: unknown; method: string; params?: readonly unknown[] }>

/** Starts the chain behind JSON-RPC on a free port of 127.0.0.1. While its clock is stopped, transactions wait. */
export async function startLiteNode(slotMs: number): Promise<Readonly<{ rpcUrl: string; stop(): void }>> {
  const chain = createLiteChain()
  let isRunning = true
  let waiting: Uint8Array[] = []
  const clock = {
    run: (running: boolean): void => {
      isRunning = running
    },
  }
  const carryOut = (wire: Uint8Array): void => {
    try {
      chain.carryOut(wire)
    } catch {
      // Invalid bytes are dropped without an answer.
    }
  }
  const ticking = setInterval(() => {
    if (!isRunning) return
    chain.advance()
    for (const wire of waiting) carryOut(wire)
    waiting = []
  }, slotMs)
  const methods = createLiteRpc(chain, clock)

  const answer = async ({ id, method, params = [] }: Call) => {
    try {
      if (method === 'sendTransaction') {
        const wire = String(params[0])
        waiting.push(Buffer.from(wire, 'base64'))
        return { jsonrpc: '2.0', id, result: signatureIn(wire) }
      }
      const ask = methods[method]
      if (ask === undefined)
        return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
      return { jsonrpc: '2.0', id, result: (await ask(...params)) ?? null }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { jsonrpc: '2.0', id, error: { code: -32602, message } }
    }
  }

  const server = createServer((request, response) => {
    void (async () => {
      const asked = (await json(request)) as Call | Call[]
      const said = Array.isArray(asked) ? await Promise.all(asked.map(answer)) : await answer(asked)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(said))
    })().catch(() => request.socket.destroy())
  })
  // Longer than any caller keeps an idle connection. With the default of five seconds, the server could close a connection just as a caller
  // reuses it.
  server.keepAliveTimeout = 90_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    stop: () => {
      clearInterval(ticking)
      server.close()
      server.closeAllConnections()
    },
  }
}
