import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { PostgresPair } from '@afara/stack/postgres/postgres-pair.ts'
import type { Stage } from '../buy/stage.ts'
import { patiently } from '../credits/patiently.ts'

export const faults = ['killed', 'paused', 'cut off', 'disk full'] as const
type Fault = (typeof faults)[number]

export type FailoverRound = Readonly<{
  fault: Fault
  /** Seconds until the first buy was accepted again, and until the first transfer was signed again. */
  acceptedSeconds: number
  signedSeconds: number
  detectedSeconds: number
  said: string
  /** Whether the former primary, back again, acknowledged a change. */
  isFormerBelieved: boolean
}>

const PROBED_EVERY_MS = 250
const PROBE_WITHIN_MS = 1_000
/** How long a former primary is there again before it is copied anew. */
const BACK_FOR_MS = 3_000
const RECOVERED_WITHIN_MS = 120_000

const strike: Readonly<Record<Fault, (pair: PostgresPair) => Promise<void>>> = {
  killed: async (pair) => pair.kill(),
  paused: async (pair) => pair.pause(),
  'cut off': async (pair) => pair.cutOff(),
  'disk full': async (pair) => pair.fillDisk(),
}

/** Takes the primary away under load, promotes the standby when writes fail, and waits until money comes in and leaves again. */
export async function failOver(
  { stack, watcher }: Pick<Stage, 'stack' | 'watcher'>,
  pair: PostgresPair,
  fault: Fault,
  acceptedAt: readonly number[],
): Promise<FailoverRound> {
  const began = Date.now()
  await strike[fault](pair)
  await untilWritesFail(stack.databaseUrl('postgres'))
  const detected = Date.now()
  const said = await pair.promote()
  const signed = await untilSigned(watcher)
  const accepted = await untilAccepted(acceptedAt, detected)
  await pair.comeBack()
  const isFormerBelieved = await doesAcknowledge(pair.urlOf('standby', 'postgres', 'afara'))
  await sleep(BACK_FOR_MS)
  return {
    isFormerBelieved,
    fault,
    acceptedSeconds: (accepted - began) / 1000,
    signedSeconds: (signed - began) / 1000,
    detectedSeconds: (detected - began) / 1000,
    said,
  }
}

/** Waits until two writes in a row fail or hang, as a monitor would. */
async function untilWritesFail(url: string): Promise<void> {
  for (let failures = 0; failures < 2; ) {
    failures = (await doesAcknowledge(url)) ? 0 : failures + 1
    await sleep(PROBED_EVERY_MS)
  }
}

async function doesAcknowledge(url: string): Promise<boolean> {
  const pool = createPool(url, { max: 1, applicationName: 'probe', answersWithinMs: PROBE_WITHIN_MS })
  const write = pool.query('insert into public.beat (at) values (clock_timestamp())').then(
    () => true,
    () => false,
  )
  const late = sleep(PROBE_WITHIN_MS, false, { ref: false })
  const answer = await Promise.race([write, late])
  void pool.end()
  return answer
}

/** Returns when the first transfer was signed in the newest epoch. */
async function untilSigned(watcher: Pool): Promise<number> {
  const until = performance.now() + RECOVERED_WITHIN_MS
  for (;;) {
    const { rows } = await patiently(async () =>
      watcher.query<{ at: Date | null }>(
        `select min(f.signed_at) as at from transfer f where f.signed_at > (select max(began_at) from database_epoch)`,
      ),
    )
    if (rows[0]?.at != null) return rows[0].at.getTime()
    if (performance.now() > until)
      throw new Error('nothing was signed within two minutes after the promotion')
    await sleep(100)
  }
}

async function untilAccepted(acceptedAt: readonly number[], since: number): Promise<number> {
  const until = performance.now() + RECOVERED_WITHIN_MS
  for (;;) {
    const first = acceptedAt.find((at) => at > since)
    if (first !== undefined) return first
    if (performance.now() > until)
      throw new Error('nothing was accepted within two minutes after the promotion')
    await sleep(50)
  }
}
