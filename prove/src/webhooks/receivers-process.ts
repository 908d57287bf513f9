import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OnSpawn, startChild } from '@afara/stack/processes/child-process.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { untilTrue } from '../credits/until-told.ts'
import type { Receipt } from './receipt.ts'

export type Receivers = Readonly<{
  url: string
  /** Sets the secret of each path. */
  tellSecrets(secrets: Readonly<Record<string, string>>): Promise<void>
  /** Makes all receivers behave as their kind. Until then they accept everything. */
  sicken(): Promise<void>
  /** Makes the receivers that fail temporarily accept everything from now on. */
  heal(): Promise<void>
  readLog(): Promise<Receipt[]>
  stop(): Promise<void>
}>

export async function startReceivers({
  directory,
  onSpawn,
}: Readonly<{ directory: string; onSpawn: OnSpawn }>): Promise<Receivers> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = await startChild({
    name: 'receivers',
    command: process.execPath,
    args: [fileURLToPath(new URL('main-receivers.ts', import.meta.url)), String(port)],
    environment: {},
    logFile: join(directory, 'receivers.log'),
    onSpawn,
  })
  const desk = async (wish: string, body = '') => {
    const response = await fetch(`${url}/desk/${wish}`, { method: 'POST', body })
    return response.text()
  }
  const isUp = await untilTrue(async () => desk('hello').then(Boolean, () => false), 20_000, 50)
  if (!isUp) throw new Error('the receivers did not start')
  return {
    url,
    tellSecrets: async (secrets) => void (await desk('secrets', JSON.stringify(secrets))),
    sicken: async () => void (await desk('sicken')),
    heal: async () => void (await desk('heal')),
    readLog: async () => JSON.parse(await desk('log')) as Receipt[],
    stop: async () => child.stop(),
  }
}
