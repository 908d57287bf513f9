import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Call = Readonly<{ id: number; method: string; params: readonly unknown[] }>
type Answer = { id: number; result?: unknown; error?: unknown }

/** Given a call and its true result, what is said instead. */
export type Lie = (call: Call, result: unknown) => unknown

export type LyingNode = Readonly<{ url: string; tell(lie: Lie | undefined): void; stop(): Promise<void> }>

/** Stands between the watcher and a chain, and says what it is told to. */
export async function startLyingNode(target: string): Promise<LyingNode> {
  let lie: Lie | undefined
  const server = createServer((request, response) => {
    const forward = async (): Promise<void> => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString('utf8')
      const answer = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const text = await answer.text()
      response.setHeader('content-type', 'application/json')
      response.end(lie === undefined ? text : retell(lie, body, text))
    }
    forward().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tell: (next) => {
      lie = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function retell(lie: Lie, body: string, text: string): string {
  const calls = new Map((JSON.parse(body) as Call[]).map((call) => [call.id, call]))
  const answers = (JSON.parse(text) as Answer[]).map((answer) => {
    const call = calls.get(answer.id)
    return call === undefined || answer.error !== undefined
      ? answer
      : { ...answer, result: lie(call, answer.result) }
  })
  return JSON.stringify(answers)
}
