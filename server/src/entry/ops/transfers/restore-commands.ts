import type { Command } from 'commander'
import { type AdoptionPlan, planAdoption, proposeAdoption } from '../../../flows/restores/adoption.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  type ForgottenPayout,
  selectForgottenPayouts,
} from '../../../movements/payouts/forgotten-payout-store.ts'
import { formatLane } from '../../../movements/transfers/lane-overview-store.ts'
import {
  countUncomparedLanes,
  type LostLock,
  type RestoredLane,
  selectLostLocks,
  selectRestoredLanes,
} from '../../../movements/transfers/restored-lane-store.ts'
import type { PayoutWriteOff, WriteOff } from '../../../records/cases/resolution.ts'
import { runChecks } from '../../../records/ledger/check-store.ts'
import { formatNaira } from '../amounts.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import { type OpsDeps, type OpsHost, type OpsSession, requireReason } from '../ops-session.ts'
import { describeRequest, requestApproval } from '../request-approval.ts'

/** For use after a restore. Shows the differences. With a reason, also proposes to adopt them, which another operator approves. */
export function addAdoptCommand(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('adopt')
    .description(
      'after a restore: list what the signer and the chains know and the database does not; adopting it needs two operators',
    )
    .option('--reason <text>', 'propose to adopt it; the reason says what happened')
    .action(async ({ reason }: { reason?: string }) => {
      await session.run(async (deps) => {
        const lanes = await selectRestoredLanes(deps.pool)
        if (lanes.length === 0) {
          session.print(...(await describeNothingForgotten(deps)))
          return
        }
        const sources = await host.readChainsAndJournal()
        for (const lane of lanes) {
          const plan = await planAdoption(sources, lane)
          session.print(...formatPlan(plan))
          session.print(...(await propose(deps, plan, lane, reason)), '')
        }
      })
    })
}

/** Proposes the plan if a reason is given. Otherwise prints the next command. */
async function propose(
  deps: OpsDeps,
  plan: AdoptionPlan,
  { caseId, isProposed }: RestoredLane,
  reason: string | undefined,
): Promise<string[]> {
  const id = formatId('case', caseId)
  // Each lane is a decision of its own. The command is repeated after each signature, and then finds the lanes before it proposed.
  if (isProposed) return [`Proposed as ${id}. Next, by another operator: npx afara ops approve ${id}`]
  if (reason === undefined) return ['Next: npx afara ops adopt --reason "…"']
  const operatorId = deps.operator.id
  const obstacle = await proposeAdoption(deps, { plan, caseId, operatorId, reason: requireReason(reason) })
  return describeRequest(deps, { caseId: id, obstacle })
}

function formatPlan({ lane, locks }: AdoptionPlan): string[] {
  const sum = (of: typeof locks): string =>
    `${of.length} (${formatNaira(of.reduce((total, { tokensMinor }) => total + tokensMinor, 0n))})`
  const landed = locks.filter(({ end }) => end?.state === 'final_ok')
  const nothing = locks.filter(({ end }) => end !== undefined && end.state !== 'final_ok')
  const open = locks.filter(({ end }) => end === undefined)
  const last = lane.nextLock + BigInt(locks.length) - 1n
  return [
    `${formatLane(lane)}, ${lane.address}: the restored database lacks ${locks.length} locks, ${lane.nextLock} to ${last}.`,
    `    final: ${sum(landed)}`,
    `    sent or signed, not final: ${sum(open.filter(({ attempts }) => attempts.length > 0))}`,
    `    reserved and never signed, to be cancelled: ${sum(open.filter(({ attempts }) => attempts.length === 0))}`,
    `    moved nothing: ${sum(nothing)}`,
    '    Tokens that were sent are booked in transit until the business sends the lost request again with the same reference.',
  ]
}

/** Tells the operator whether the freeze can be lifted: every lane must be compared with its chain, and every check must pass. */
async function describeNothingForgotten({ pool }: OpsDeps): Promise<string[]> {
  const uncompared = await countUncomparedLanes(pool)
  if (uncompared > 0) {
    return [
      `${uncompared} lanes have not been compared with their chains since the database started. This takes a minute. Check that a worker runs, then try again.`,
    ]
  }
  const { checks, findings } = await runChecks(pool)
  if (findings.length > 0) {
    return [
      ...findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
      'Nothing is missing, but some checks fail. Keep the freeze and read docs/runbooks/tampering-found.md.',
    ]
  }
  return [
    `Nothing is missing: every lane agrees with its chain and the signer's journal. All ${checks} checks passed.`,
    'Next, if everything is frozen: npx afara ops unfreeze all --reason "…"',
  ]
}

type WriteOffOptions = { loss?: true; business?: true; unpaid?: true; reason?: string }

/** Writes off money that left before a restore and whose request is lost permanently. Two operators decide who bears it. */
export function addWriteOffCommand(ops: Command, session: OpsSession): void {
  ops
    .command('write-off [place] [lock]')
    .description(
      'write off money that was sent before a restore and whose request is lost: without arguments, list it; with a lane and a lock, or the reference of a payout, write it off; needs two operators',
    )
    .option('--loss', 'we bear the loss')
    .option('--business', 'the business bears it, from its balance or as a debt')
    .option('--unpaid', 'a payout that the bank never made, or returned')
    .option('--reason <text>', 'whom you asked, and the answer')
    .action(async (place: string | undefined, lock: string | undefined, options: WriteOffOptions) => {
      await session.run(async (deps) => {
        const [lost, payouts] = [await selectLostLocks(deps.pool), await selectForgottenPayouts(deps.pool)]
        if (place === undefined) {
          session.print(...formatLost(lost, payouts))
          return
        }
        const request = place.startsWith('af-')
          ? requestForPayout(payouts, place, options)
          : requestForLock(requireLostLock(lost, place, lock), options)
        session.print(...(await requestApproval(deps, requireReason(options.reason ?? ''), request)))
      })
    })
}

function requestForLock(found: LostLock, options: WriteOffOptions) {
  const resolution = readWriteOff(found, options)
  return {
    mode: found.mode,
    facts: {
      subject: `write-off:${found.laneId}:${found.lock}`,
      lane: formatLane(found),
      right: found.rightKey,
      address: found.address,
    },
    summary: `${formatLane(found)}, lock ${found.lock}: ${describeResolution(resolution)}.`,
    resolution,
  }
}

function requestForPayout(payouts: readonly ForgottenPayout[], reference: string, options: WriteOffOptions) {
  const found = payouts.find((one) => one.reference === reference)
  if (found === undefined)
    throw new Refusal(
      'payout_account_move_refused',
      `No unmatched payout has the reference ${reference}. See "npx afara ops write-off".`,
    )
  const resolution = readPayoutWriteOff(found, options)
  return {
    mode: found.mode,
    facts: {
      subject: `write-off:${found.accountId}:${reference}`,
      account: found.account,
      right: found.rightKey,
      shown: found.shown,
    },
    summary: `${found.account}, ${reference}: ${describeResolution(resolution)}.`,
    resolution,
  }
}

function readPayoutWriteOff(
  found: ForgottenPayout,
  { loss, business, unpaid }: WriteOffOptions,
): PayoutWriteOff {
  if ([loss, business, unpaid].filter(Boolean).length !== 1)
    throw new Refusal('field_invalid', 'Choose --business, --loss or --unpaid.')
  if (unpaid === true && found.shown === 'gone')
    throw new Refusal(
      'field_invalid',
      "The vendor's ledger shows this payout as paid. Use --business or --loss.",
    )
  if (unpaid !== true && found.shown !== 'gone')
    throw new Refusal(
      'field_invalid',
      "The vendor's ledger does not show this payout as paid. Use --unpaid, or wait.",
    )
  if (business === true && found.balanceMinor === undefined)
    throw new Refusal('field_invalid', 'This payout was not for a sell from a balance. Use --loss.')
  return {
    action: 'write_off_payout',
    account_id: found.accountId,
    reference: found.reference,
    right_key: found.rightKey,
    business_id: found.businessId,
    amount_minor: found.amountMinor.toString(),
    balance_minor: found.balanceMinor?.toString() ?? null,
    bears: unpaid === true ? 'nobody' : business === true ? 'business' : 'loss',
  }
}

function requireLostLock(lost: readonly LostLock[], lane: string, lock: string | undefined): LostLock {
  const found = lost.find(
    (one) => formatLane(one).toLowerCase() === lane.toLowerCase() && one.lock.toString() === lock,
  )
  if (found !== undefined) return found
  throw new Refusal(
    'lane_move_refused',
    `Lock ${lock ?? '…'} of ${lane} has no tokens to write off. See "npx afara ops write-off".`,
  )
}

function readWriteOff(found: LostLock, { loss, business }: WriteOffOptions): WriteOff {
  if ((loss === true) === (business === true))
    throw new Refusal('field_invalid', 'Choose --loss or --business.')
  if (business === true && found.businessId === null)
    throw new Refusal('field_invalid', 'The business of the lost request is not known. Use --loss.')
  return {
    action: 'write_off',
    lane_id: found.laneId,
    lock: found.lock.toString(),
    right_key: found.rightKey,
    tokens_minor: found.tokensMinor.toString(),
    business_id: business === true ? found.businessId : null,
  }
}

function formatLost(lost: readonly LostLock[], payouts: readonly ForgottenPayout[]): string[] {
  if (lost.length + payouts.length === 0)
    return ['Nothing to write off: all money that was sent before a restore has its request.']
  const whose = (name: string | null, rightKey: string): string =>
    `${name ?? 'an unknown business'}, reference ${rightKey.split('/').slice(2, -2).join('/')}`
  return [
    ...lost.flatMap((one) => [
      `${formatLane(one)}, lock ${one.lock}: ${formatNaira(one.tokensMinor)} for ${one.address}`,
      `    ${whose(one.businessName, one.rightKey)}, adopted ${one.adoptedAt.toISOString()}`,
    ]),
    ...payouts.flatMap((one) => [
      `${one.account}, ${one.reference}: ${formatNaira(one.amountMinor)}; the vendor's ledger ${SHOWN[one.shown]}`,
      `    ${whose(one.businessName, one.rightKey)}${one.balanceMinor === undefined ? '' : `; ${formatNaira(one.balanceMinor)} of its balance is held`}`,
    ]),
    'Next: ask the business to send the request again with the same reference. If it never does:',
    '      npx afara ops write-off <lane> <lock> --loss --reason "…"',
    '      npx afara ops write-off af-… --business --reason "…"',
  ]
}

const SHOWN = { gone: 'shows it as paid', back: 'shows it as returned', nothing: 'does not show it' }
