import { setTimeout as sleep } from 'node:timers/promises'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import { keyScopes } from '@afara/server/records/keys/key-rights.ts'
import { issueKey } from '@afara/server/records/keys/manage-keys.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { openBankDesk } from '@afara/stack/simulators/bank-desk.ts'
import { simulatedAccounts } from '@afara/stack/simulators/simulated-bank-accounts.ts'
import { quantile } from '../hour/quantile.ts'
import { readCpu } from '../hour/read-cpu.ts'
import { tellCpu } from '../hour/tell-cpu.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { unless } from '../shortfalls.ts'
import { type AttackOrder, type AttackReport, attackNames, startAttack } from './attack.ts'
import { BUYS_PER_SECOND, createHonestTenant, type Phase } from './honest-tenant.ts'

const MOST_RATIO = 2
const MOST_GROWN_MB = 100
const WARM_UP_SECONDS = 10
const LEAST_ALONE_SECONDS = 20
/** In this time the service ends what the attackers began. */
const REST_SECONDS = 10
const MEGABYTE = 1024 * 1024

/**
 * One tenant sends buys at a steady rate, alone and beside another tenant that sends as much as it may and more, in nine ways at once, and
 * thousands of addresses without a key. The latency of its buys beside them is compared with its own alone, which is measured before and
 * after, because other work of the machine comes and goes. The bank's notifications go on.
 */
export const fairShareProof: Proof = {
  name: 'fair-share',
  sentence: 'One tenant and any number of strangers cannot slow the buys of another tenant.',
  sizes: { seconds: { full: 600, short: 40 }, addresses: { full: 10_000, short: 10_000 } },
  /** One attack alone, to see what it costs. Such a run proves nothing about the others. */
  choices: { only: attackNames },
  run: prove,
}

async function prove({ size, choice, progress }: ProofInput): Promise<Outcome> {
  const seconds = size('seconds')
  const stack = await raiseLiveStack({}, { bank: {}, delivery: {} })
  const owner = createPool(stack.databaseUrl('afara_owner'), { max: 2, applicationName: 'proof' })
  const honest = await createHonestTenant(stack)
  try {
    const order = { ...(await openAttacker(stack, owner, seconds, size('addresses'))), only: choice('only') }
    const aloneSeconds = Math.max(LEAST_ALONE_SECONDS, seconds / 10)
    for (const { url } of stack.chains?.all ?? []) await askChain(url, 'evm_setIntervalMining', 1)
    // The first visitor has the documentation built.
    await fetch(`${stack.apiUrl}/docs`)
    await honest.work(WARM_UP_SECONDS)
    progress.say('the tenant works alone')
    const before = await honest.work(aloneSeconds)
    const grownFrom = await readSize(owner)
    progress.say(`the tenant works beside the others for ${seconds} s`)
    const attack = await startAttack(order, stack.beside)
    const cpuBefore = readCpu()
    const during = await honest.work(seconds)
    progress.say(`CPU in ms of each second: ${tellCpu(cpuBefore, readCpu(), seconds)}`)
    const report = await attack.end()
    progress.say(`p99 of each ten seconds, in ms: ${describe(during)}`)
    const grownMb = ((await readSize(owner)) - grownFrom) / MEGABYTE
    for (const [way, statuses] of Object.entries(report.statuses))
      progress.say(
        `${way}: ${Object.entries(statuses)
          .map(([status, count]) => `${count} × ${status === '0' ? 'broken' : status}`)
          .join(', ')}`,
      )
    progress.say('the tenant works alone again')
    await sleep(REST_SECONDS * 1000)
    const after = await honest.work(aloneSeconds)
    return judge({
      before,
      after,
      during,
      report,
      grownMb,
      refusedHooks: await countRefusedHooks(stack),
      order,
    })
  } finally {
    honest.close()
    await owner.end()
    await stack.stop()
  }
}

/** Opens the business that floods us. Its key has the usual limit. */
async function openAttacker(
  stack: LiveStack,
  owner: Pool,
  seconds: number,
  addresses: number,
): Promise<AttackOrder> {
  const why = { actor: seedOperators[0].email, reason: 'a proof that tenants do not slow each other' }
  const cell = { cell: 'dev', peppers: new Map([[1, Buffer.from('0f'.repeat(32), 'hex')]]) }
  const linkTag = 'flood-traders'
  const { id } = await createBusiness(owner, { name: 'Flood Traders', linkTag, ...why })
  const { secret: key } = await issueKey(
    { pool: owner, ...cell },
    { business: linkTag, mode: 'test', scopes: keyScopes, ...why },
  )
  const account = simulatedAccounts()[0]
  return {
    apiUrl: stack.apiUrl,
    key,
    businessId: formatId('business', id),
    linkTag,
    vendor: {
      vendor_name: account?.name ?? '',
      vendor_number: account?.number ?? '',
      vendor_bank: 'TEST BANK (not a bank)',
    },
    addresses,
    // Each address is used at least once.
    visitsPerSecond: Math.max(50, Math.ceil((addresses * 1.2) / seconds)),
  }
}

async function readSize(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(rows[0]?.bytes ?? 0)
}

/** Counts the bank's notifications that we did not take at the first try. */
async function countRefusedHooks({ bank }: LiveStack): Promise<{ sent: number; refused: number }> {
  if (bank === undefined) return { sent: 0, refused: 0 }
  const { hooks, deliveries } = await openBankDesk(bank.adminUrl).hooks()
  return {
    sent: hooks.length,
    refused: deliveries.filter(({ status }) => status >= 400 || status === 0).length,
  }
}

function judge(
  seen: Readonly<{
    before: Phase
    after: Phase
    during: Phase
    report: AttackReport
    grownMb: number
    refusedHooks: { sent: number; refused: number }
    order: AttackOrder
  }>,
): Outcome {
  const { before, after, during, report, grownMb, refusedHooks, order } = seen
  const alone = [...before.acceptMs, ...after.acceptMs]
  const p99 = (times: readonly number[]) => quantile(times, 0.99)
  const ratio = p99(during.acceptMs) / p99(alone)
  const lastingRatio = p99(after.acceptMs) / p99(before.acceptMs)
  const attacks = Object.values(report.statuses).flatMap((statuses) => Object.entries(statuses))
  const sum = (isWanted: (status: number) => boolean) =>
    attacks.filter(([status]) => isWanted(Number(status))).reduce((total, [, count]) => total + count, 0)
  const failed = sum((status) => status >= 500) + countFailed(during)
  const refused = sum((status) => status === 429)
  const unserved = [...during.statuses].filter(([status]) => status !== 200)
  return {
    figures: {
      p99_ratio: ratio.toFixed(2),
      '5xx': failed,
      grown_mb: grownMb.toFixed(0),
      refused_hooks: refusedHooks.refused,
      p99_before_ms: p99(before.acceptMs).toFixed(0),
      p99_during_ms: p99(during.acceptMs).toFixed(0),
      p99_after_ms: p99(after.acceptMs).toFixed(0),
      p50_alone_ms: quantile(alone, 0.5).toFixed(0),
      p50_during_ms: quantile(during.acceptMs, 0.5).toFixed(0),
      buys: during.acceptMs.length,
      attacks: sum(() => true),
      limited: refused,
      addresses: report.addresses,
      hooks: refusedHooks.sent,
    },
    shortfalls: [
      ...unless(ratio <= MOST_RATIO, `the tenant's p99 grew ${ratio.toFixed(2)} times`),
      // Otherwise a lasting damage would make the ratio above better.
      ...unless(
        lastingRatio <= MOST_RATIO,
        `the tenant's p99 was ${lastingRatio.toFixed(2)} times as long after the attack`,
      ),
      ...unless(failed === 0, `${failed} requests were answered 5xx`),
      ...unless(grownMb < MOST_GROWN_MB, `the database grew by ${grownMb.toFixed(0)} MB`),
      ...unless(refusedHooks.refused === 0, `${refusedHooks.refused} notifications of the bank were refused`),
      ...unless(refusedHooks.sent > 0, 'the bank sent no notification'),
      ...unless(
        unserved.length === 0,
        `the tenant's buys were answered ${unserved.map(([status, count]) => `${status} (${count})`).join(', ')}`,
      ),
      ...unless(refused > 0, 'the attackers never reached a limit'),
      ...unless(report.addresses >= order.addresses, `only ${report.addresses} addresses asked for pages`),
      // Idle connections get no answer, so nothing counts them.
      ...unless(
        attackNames.every((name) => name === 'connections' || name in report.statuses),
        'a way of attack sent nothing',
      ),
    ],
  }
}

/** Returns the p99 of each ten seconds. */
function describe({ acceptMs }: Phase): string {
  const size = 10 * BUYS_PER_SECOND
  return Array.from({ length: Math.ceil(acceptMs.length / size) }, (_, at) =>
    quantile(acceptMs.slice(at * size, (at + 1) * size), 0.99).toFixed(0),
  ).join(' ')
}

function countFailed({ statuses }: Phase): number {
  return [...statuses]
    .filter(([status]) => status === 0 || status >= 500)
    .reduce((total, [, count]) => total + count, 0)
}
