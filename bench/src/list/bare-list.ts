import { join, resolve } from 'node:path'
import { startChild } from '@afara/stack/processes/child-process.ts'
import { acceptsConnections, findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { waitUntilReady } from '@afara/stack/processes/wait-until-ready.ts'
import type { TestBed } from '../test-bed.ts'

const MAIN = resolve(import.meta.dirname, '../main-bare-list.ts')

export type BareList = Readonly<{ url: string; processId: number; stop(): Promise<void> }>

/** The bare query behind a bare route, in a process of its own. */
export async function startBareList(bed: TestBed, database: string, businessId: string): Promise<BareList> {
  const port = await findFreePort()
  const child = await startChild({
    name: 'bare-list',
    command: process.execPath,
    args: [MAIN],
    environment: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: bed.postgres.url('postgres', database),
      BUSINESS_ID: businessId,
    },
    logFile: join(bed.directory, 'bare-list.log'),
    onSpawn: bed.onSpawn,
  })
  await waitUntilReady(child, () => acceptsConnections(port), `It is ${MAIN}.`)
  return { url: `http://127.0.0.1:${port}`, processId: child.processId, stop: child.stop }
}
