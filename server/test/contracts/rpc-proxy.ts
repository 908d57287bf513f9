import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault } from './chain-world.ts'

type RpcRequest = Readonly<{ id: number; method: string; params: readonly unknown[] }>
type Answer = { id: number; result?: unknown; error?: unknown }
/** Replaces the true result of a call, or throws the error of the call. */
type Lie = (call: RpcRequest, result: unknown) => unknown

export type RpcProxy = Readonly<{
  url: string
  setFault(fault: Fault): void
  /** Undefined: true answers again. */
  setLie(lie: Lie | undefined): void
  stop(): Promise<void>
}>

/** Starts a proxy between an adapter and a node that fails or lies as providers do. */
export async function startRpcProxy(target: string): Promise<RpcProxy> {
  let fault: Fault = 'none'
  let lie: Lie | undefined
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readAll(request)
    if (fault === 'silence') return
    if (fault === 'error_500') {
      response.writeHead(500).end('upstream is ill')
      return
    }
    if (fault === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please wait</html>')
      return
    }
    const text = await forward(target, body)
    const said = fault === 'none' && lie === undefined ? text : retell(fault, lie, body, text)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(said) })
    if (fault !== 'half_body') {
      response.end(said)
      return
    }
    response.write(said.slice(0, said.length / 2), () => response.destroy())
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v2/secret-key`,
    setFault: (next) => {
      fault = next
    },
    setLie: (next) => {
      lie = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function retell(fault: Fault, lie: Lie | undefined, body: string, text: string): string {
  const asked = JSON.parse(body) as RpcRequest | RpcRequest[]
  if (!Array.isArray(asked)) return retellOne(fault, lie, asked, text)
  const calls = asked
  const answers = JSON.parse(text) as Answer[]
  if (fault === 'refuses_all') {
    return JSON.stringify(
      answers.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32_005, message: 'limit exceeded' } })),
    )
  }
  if (fault === 'one_answer_missing') return JSON.stringify(answers.slice(1))
  if (lie === undefined) return text
  return JSON.stringify(
    answers.map((answer) => {
      const call = calls.find(({ id }) => id === answer.id)
      return call === undefined || answer.error !== undefined ? answer : tell(lie, call, answer)
    }),
  )
}

/** Handles a request with a single call, whose answer is not a list. */
function retellOne(fault: Fault, lie: Lie | undefined, call: RpcRequest, text: string): string {
  const { id } = call
  if (fault === 'refuses_all')
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_005, message: 'limit exceeded' } })
  if (fault === 'one_answer_missing') return JSON.stringify({ jsonrpc: '2.0', id })
  const answer = JSON.parse(text) as Answer
  return lie === undefined || answer.error !== undefined ? text : JSON.stringify(tell(lie, call, answer))
}

function tell(lie: Lie, call: RpcRequest, answer: Answer): Answer {
  try {
    return { ...answer, result: lie(call, answer.result) }
  } catch (error) {
    return { id: answer.id, error: { code: -32_000, message: (error as Error).message } }
  }
}

async function forward(target: string, body: string): Promise<string> {
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return response.text()
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
