import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OnSpawn, startChild } from '@afara/stack/processes/child-process.ts'

/** Nine ways of a tenant, and visits from many addresses. */
export const attackNames = [
  'buys',
  'exports',
  'refused buys',
  'many fields',
  'many rows',
  'reads',
  'name enquiries',
  'forged hooks',
  'connections',
  'visits',
] as const

export type AttackName = (typeof attackNames)[number]

export type AttackOrder = Readonly<{
  apiUrl: string
  key: string
  businessId: string
  linkTag: string
  /** Names one of our accounts, as fields of a buy. */
  vendor: Readonly<Record<'vendor_name' | 'vendor_number' | 'vendor_bank', string>>
  addresses: number
  visitsPerSecond: number
  /** The one way to attack. Without it, all at once. */
  only?: string | undefined
}>

export type AttackReport = Readonly<{
  /** Number of answers by way and status. Status 0 is a broken connection. */
  statuses: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Number of addresses from which pages were requested. */
  addresses: number
}>

/** Starts the attackers in a process of their own. `end` stops them and returns what they saw. */
export async function startAttack(
  order: AttackOrder,
  { directory, onSpawn }: Readonly<{ directory: string; onSpawn: OnSpawn }>,
): Promise<Readonly<{ end(): Promise<AttackReport> }>> {
  const logFile = join(directory, 'attackers.log')
  const child = await startChild({
    name: 'attackers',
    command: process.execPath,
    args: [fileURLToPath(new URL('main-attackers.ts', import.meta.url)), JSON.stringify(order)],
    environment: {},
    logFile,
    onSpawn,
  })
  return {
    end: async () => {
      if (!child.isAlive())
        throw new Error(`the attackers ended by themselves: ${readFileSync(logFile, 'utf8').slice(-2_000)}`)
      await child.stop()
      const last = readFileSync(logFile, 'utf8').trimEnd().split('\n').at(-1) ?? ''
      return JSON.parse(last) as AttackReport
    },
  }
}
