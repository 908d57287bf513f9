import { join } from 'node:path'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { startMain } from '@afara/stack/processes/node-process.ts'
import type { TestBed } from '../test-bed.ts'
import { isAlike, type SampleReply, sampleReply } from './sample-reply.ts'

export type BareRoute = Readonly<{ url: string; processId: number; stop(): Promise<void> }>

/** Starts a bare Fastify route in its own process that sends this reply. Throws if the reply that it sends differs. */
export async function startBareRoute(bed: TestBed, reply: SampleReply): Promise<BareRoute> {
  const port = await findFreePort()
  const child = await startMain({
    name: 'bare-route',
    main: 'bench/src/main-bare-route.ts',
    port,
    environment: {
      PATH: process.env.PATH,
      PORT: String(port),
      REPLY_BODY: reply.body,
      REPLY_HEADERS: JSON.stringify(reply.headers),
    },
    logFile: join(bed.directory, 'bare-route.log'),
    onSpawn: bed.onSpawn,
  })
  const url = `http://127.0.0.1:${port}/`
  if (!isAlike(reply, await sampleReply(url, {})))
    throw new Error('the plain route does not send the expected body')
  return { url, processId: child.processId, stop: child.stop }
}
