import { join } from 'node:path'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { startMain } from '@afara/stack/processes/node-process.ts'
import type { TestBed } from '../test-bed.ts'

export type BareList = Readonly<{ url: string; processId: number; stop(): Promise<void> }>

/** Starts the bare query behind a bare route, in its own process. */
export async function startBareList(bed: TestBed, database: string, businessId: string): Promise<BareList> {
  const port = await findFreePort()
  const child = await startMain({
    name: 'bare-list',
    main: 'bench/src/main-bare-list.ts',
    port,
    environment: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: bed.postgres.url('postgres', database),
      BUSINESS_ID: businessId,
    },
    logFile: join(bed.directory, 'bare-list.log'),
    onSpawn: bed.onSpawn,
  })
  return { url: `http://127.0.0.1:${port}`, processId: child.processId, stop: child.stop }
}
