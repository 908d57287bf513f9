import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Stage } from '../buy/stage.ts'
import { patiently } from '../credits/patiently.ts'
import type { Terminals } from './terminal.ts'

const WITHIN_MS = 90_000
const REQUESTED = /(?:Requested|Proposed) as (cas_[0-9a-f]+)/g

/** Lets two operators follow the runbook at the command line. Returns the output that they saw. */
export async function adopt(
  { owner, chains }: Pick<Stage, 'owner' | 'chains'>,
  { first, second }: Terminals,
): Promise<readonly string[]> {
  const networks = chains.all.map(({ network }) => network)
  await untilCompared(owner, networks)
  const shown: string[] = []
  const asked = await first('adopt', '--reason', 'restored from a backup')
  shown.push(asked)
  for (const [, caseId = ''] of asked.matchAll(REQUESTED)) shown.push(await second('approve', caseId))
  await untilCompared(owner, networks)
  const sound = await first('adopt')
  shown.push(sound)
  if (!sound.includes('Nothing is missing: every lane agrees'))
    throw new Error(`after the adoption, "afara ops adopt" still reports a difference: ${sound}`)
  return shown
}

/** Lets two operators lift the freeze. */
export async function unfreeze({ first, second }: Terminals): Promise<void> {
  const asked = await first('unfreeze', 'all', '--reason', 'all transfers were adopted, and all checks pass')
  const [[, caseId] = []] = asked.matchAll(REQUESTED)
  if (caseId === undefined) throw new Error(`the unfreeze was not requested: ${asked}`)
  await second('approve', caseId)
}

/** Waits until the worker has compared each lane with its chain and the signer's journal, which it does before anything else. */
async function untilCompared(owner: Pool, networks: readonly string[]): Promise<void> {
  const until = performance.now() + WITHIN_MS
  for (;;) {
    const { rows } = await patiently(async () =>
      owner.query<{ count: number }>(
        `select count(*)::integer as count from lane
         where network = any ($1) and state <> 'halted' and checked_start is distinct from pg_postmaster_start_time()`,
        [networks],
      ),
    )
    if (rows[0]?.count === 0) return
    if (performance.now() > until)
      throw new Error(`${rows[0]?.count} lanes were not compared with their chains in time`)
    await sleep(200)
  }
}
