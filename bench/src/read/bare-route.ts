import { join, resolve } from 'node:path'
import { type Child, startChild } from '@afara/stack/processes/child-process.ts'
import { acceptsConnections, findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { waitUntilReady } from '@afara/stack/processes/wait-until-ready.ts'
import type { TestBed } from '../test-bed.ts'
import { isAlike, type SampleReply, sampleReply } from './sample-reply.ts'

const MAIN = resolve(import.meta.dirname, '../main-bare-route.ts')

export type BareRoute = Readonly<{ url: string; processId: number; stop(): Promise<void> }>

/** A bare Fastify route, in a process of its own, that sends this reply. Throws when it does not look the same. */
export async function startBareRoute(bed: TestBed, reply: SampleReply): Promise<BareRoute> {
  const port = await findFreePort()
  const child: Child = await startChild({
    name: 'bare-route',
    command: process.execPath,
    args: [MAIN],
    environment: {
      PATH: process.env.PATH,
      PORT: String(port),
      REPLY_BODY: reply.body,
      REPLY_HEADERS: JSON.stringify(reply.headers),
    },
    logFile: join(bed.directory, 'bare-route.log'),
    onSpawn: bed.onSpawn,
  })
  await waitUntilReady(child, () => acceptsConnections(port), `It is ${MAIN}.`)
  const url = `http://127.0.0.1:${port}/`
  if (!isAlike(reply, await sampleReply(url, {}))) throw new Error('the bare route sends something else')
  return { url, processId: child.processId, stop: child.stop }
}
