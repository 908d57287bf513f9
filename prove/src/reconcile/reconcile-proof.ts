import { setTimeout as sleep } from 'node:timers/promises'
import { parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import { raiseLiveStack } from '../live-stack.ts'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { some, unless } from '../shortfalls.ts'
import type { Change } from './change.ts'
import { listChanges } from './changes.ts'
import { letGoOn, readAlarms, readDiffering } from './read-alarms.ts'

const LOOK_SECONDS = 3
// Enough for two passes of the reconciler, and for a block to become final.
const FOUND_WITHIN_MS = 120_000
const QUIET_WITHIN_MS = 180_000

type Found = Readonly<{ name: string; seconds: number | undefined }>

export const reconcileProof: Proof = {
  name: 'reconcile',
  sentence:
    'The service itself finds a difference of one kobo between the ledger and reality, and stops only the account or network that it affects.',
  sizes: { rounds: { full: 10, short: 1 } },
  run: prove,
}

async function prove({ size, progress }: ProofInput): Promise<Outcome> {
  const looks = { RECONCILE_SECONDS: String(LOOK_SECONDS), PAYOUT_LINES_SECONDS: String(LOOK_SECONDS) }
  const stack = await raiseLiveStack(looks, { bank: {}, delivery: {} })
  const owner = createPool(stack.databaseUrl('afara_owner'), { max: 2, applicationName: 'proof' })
  const superuser = createPool(stack.databaseUrl('postgres'), { max: 1, applicationName: 'proof' })
  try {
    if (stack.bank === undefined || stack.chains === undefined)
      throw new Error('the stack was started without a bank or without chains')
    const businessId = parseId('business', stack.businessId) ?? stack.businessId
    await giveTo(owner, businessId)
    const changes = listChanges({
      chainUrls: {
        Polygon: stack.chains.of('Polygon').url,
        Avalanche: stack.chains.of('Avalanche').url,
      },
      bankAdminUrl: stack.bank.adminUrl,
      owner,
      superuser,
      businessId,
    })
    await untilQuiet(owner)
    progress.say('every account and wallet was compared, and all agree')
    const found: Found[] = []
    const wrong: string[] = []
    for (let round = 0; round < size('rounds'); round += 1) {
      const result = await playRound(owner, changes, progress)
      found.push(...result.found)
      wrong.push(...result.wrong)
    }
    return judge(found, wrong)
  } finally {
    await Promise.all([owner.end(), superuser.end()])
    await stack.stop()
  }
}

async function giveTo(owner: Pool, businessId: string): Promise<void> {
  await giveBalance(owner, { businessId, minor: 1_000_00n })
}

/** Makes all changes at once and times each, then repairs everything. */
async function playRound(
  owner: Pool,
  changes: readonly Change[],
  progress: Progress,
): Promise<{ found: readonly Found[]; wrong: readonly string[] }> {
  const madeAt = new Map<Change, number>()
  for (const change of changes) {
    await change.make()
    madeAt.set(change, performance.now())
  }
  const seconds = new Map<Change, number>()
  const until = performance.now() + FOUND_WITHIN_MS
  const wrong = new Set<string>()
  const mayStop = new Set(changes.flatMap(({ expectedStop }) => expectedStop ?? []))
  while (seconds.size < changes.length && performance.now() < until) {
    const { asked, stopped } = await readAlarms(owner)
    for (const words of stopped) if (!mayStop.has(words)) wrong.add(`${words} was stopped without a reason`)
    for (const change of changes) {
      const { expectedCase, expectedStop, name } = change
      const isFound =
        asked.includes(expectedCase) && (expectedStop === undefined || stopped.includes(expectedStop))
      if (!isFound || seconds.has(change)) continue
      seconds.set(change, (performance.now() - (madeAt.get(change) ?? 0)) / 1000)
      progress.say(`${name}: found after ${seconds.get(change)?.toFixed(1)} s`)
    }
    await sleep(200)
  }
  // Waits long enough to see whether anything else is stopped.
  await sleep(LOOK_SECONDS * 2_000)
  for (const words of (await readAlarms(owner)).stopped)
    if (!mayStop.has(words)) wrong.add(`${words} was stopped without a reason`)
  for (const { mend } of changes) await mend()
  // A look that began before the repair may still freeze its scope. Operators lift freezes once every scope agrees.
  await untilAgreed(owner)
  await untilQuiet(owner, letGoOn)
  return {
    found: changes.map((change) => ({ name: change.name, seconds: seconds.get(change) })),
    wrong: [...wrong],
  }
}

async function untilAgreed(owner: Pool): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS
  while ((await readDiffering(owner)).length > 0 && performance.now() < until) await sleep(300)
  await sleep(LOOK_SECONDS * 1_000)
}

/**
 * Waits until every scope is compared and agrees, no case is open and nothing is stopped. While every scope agrees, `lift` lifts what is
 * stopped: also what a slow look, which began before the repair, stopped afterwards.
 */
async function untilQuiet(owner: Pool, lift?: (owner: Pool) => Promise<void>): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS
  for (;;) {
    const [differing, { asked, stopped }] = [await readDiffering(owner), await readAlarms(owner)]
    const { rows } = await owner.query<{ kinds: number }>(
      'select count(distinct scope_kind)::integer as kinds from reconciliation_scope',
    )
    if ((rows[0]?.kinds ?? 0) >= 6 && differing.length + asked.length + stopped.length === 0) return
    if (differing.length === 0 && stopped.length > 0) await lift?.(owner)
    if (performance.now() > until)
      throw new Error(
        `differences, cases or stops remain: ${[...differing, ...asked, ...stopped].join(', ')}`,
      )
    await sleep(300)
  }
}

function judge(found: readonly Found[], wrong: readonly string[]): Outcome {
  const times = found.flatMap(({ seconds }) => seconds ?? [])
  return {
    figures: {
      kobo_changed: found.length,
      found: times.length,
      slowest_s: Math.max(0, ...times).toFixed(1),
      wrongly_frozen: wrong.length,
    },
    shortfalls: [
      ...some(found.filter(({ seconds }) => seconds === undefined).map(({ name }) => `not found: ${name}`)),
      ...some(wrong),
      ...unless(found.length > 0, 'no difference was made, so nothing was tested'),
    ],
  }
}
