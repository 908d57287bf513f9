import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../fuzz/random.ts'

/** What a node in front of any chain does wrong. */
const everywhere = [
  'request_lost',
  'answer_lost',
  'server_error',
  'too_many',
  'page_instead',
  'half_body',
  'slow',
] as const

export type Asked = Readonly<{ method: string; path: string; type: string; body: Buffer }>
export type Told = Readonly<{ status: number; type: string; body: Buffer | string }>

/**
 * What nodes of one family do wrong besides: `tell` may forward what it was asked, late or never, and say what it likes. Where
 * `isOf` says no, the fault has no meaning, and the call goes on as it is.
 */
export type FamilyFault = Readonly<{
  isOf(asked: Asked): boolean
  tell(asked: Asked, forward: () => Promise<Told>): Promise<Told>
  /** One in so many of the calls that it is of, instead of its turn among all faults. */
  oneIn?: number
}>

export type FaultyNode = Readonly<{
  url: string
  /** From now on one call in so many goes wrong; 0 is none. */
  setOneIn(times: number): void
  /** How often it failed, by each of the ways it can. */
  hits(): ReadonlyMap<string, number>
  close(): Promise<void>
}>

/** Stands between the worker and a chain, and fails as public nodes do. What it forwards, it forwards unchanged. */
export async function startFaultyNode(
  target: string,
  random: Random,
  family: Readonly<Record<string, FamilyFault>>,
): Promise<FaultyNode> {
  const names = [...everywhere, ...Object.keys(family)]
  const hits = new Map<string, number>(names.map((name) => [name, 0]))
  let oneIn = 0
  const draw = (asked: Asked): string | undefined => {
    if (oneIn === 0) return undefined
    const wanted = Object.entries(family).find(
      ([, fault]) => fault.oneIn !== undefined && fault.isOf(asked) && random.oneIn(fault.oneIn),
    )?.[0]
    const name = wanted ?? (random.oneIn(oneIn) ? random.pick(names) : undefined)
    if (name === undefined || family[name]?.isOf(asked) === false) return undefined
    hits.set(name, (hits.get(name) ?? 0) + 1)
    return name
  }
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const asked = await read(incoming)
    const fault = draw(asked)
    const forward = async () => forwardTo(target, asked)
    const own = fault === undefined ? undefined : family[fault]
    if (own === undefined) await answer(fault, forward, outgoing)
    else say(outgoing, await own.tell(asked, forward))
  }
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setOneIn: (times) => {
      oneIn = times
    },
    hits: () => hits,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  fault: string | undefined,
  forward: () => Promise<Told>,
  outgoing: ServerResponse,
): Promise<void> {
  if (fault === 'request_lost') return void outgoing.destroy()
  if (fault === 'server_error')
    return say(outgoing, { status: 500, type: 'text/plain', body: 'upstream connect error' })
  if (fault === 'too_many')
    return say(outgoing, { status: 429, type: 'application/json', body: '{"error":"rate limited"}' })
  if (fault === 'page_instead')
    return say(outgoing, { status: 200, type: 'text/html', body: '<html>maintenance</html>' })
  if (fault === 'slow') await sleep(1_500)
  const told = await forward()
  // It was done, and nobody hears of it.
  if (fault === 'answer_lost') return void outgoing.destroy()
  say(
    outgoing,
    fault === 'half_body' ? { ...told, body: told.body.slice(0, Math.floor(told.body.length / 2)) } : told,
  )
}

function say(outgoing: ServerResponse, { status, type, body }: Told): void {
  outgoing.writeHead(status, { 'content-type': type }).end(body)
}

async function read(incoming: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return {
    method: incoming.method ?? 'POST',
    path: incoming.url ?? '/',
    type: incoming.headers['content-type'] ?? 'application/json',
    body: Buffer.concat(chunks),
  }
}

async function forwardTo(target: string, { method, path, type, body }: Asked): Promise<Told> {
  return new Promise((resolve, reject) => {
    const headers = method === 'GET' ? {} : { 'content-type': type, 'content-length': body.length }
    const outgoing = httpRequest(new URL(path, target), { method, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          type: incoming.headers['content-type'] ?? 'application/json',
          body: Buffer.concat(chunks),
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
