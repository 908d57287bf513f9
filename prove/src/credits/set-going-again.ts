import { setTimeout as sleep } from 'node:timers/promises'
import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { declineCase } from '@afara/server/flows/cases/case-steps.ts'
import { proposeResolution } from '@afara/server/flows/cases/propose-resolution.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { Refusal } from '@afara/server/kernel/refusal.ts'
import { moveVendorAccount } from '@afara/server/records/banks/manage-vendor-accounts.ts'
import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { patiently } from './patiently.ts'
import type { Stage } from './set-stage.ts'

/** Lets two operators unfreeze accounts. An account freezes on an unexplained debit, and the case about it stays open. */
async function setGoingAgain({ owner, people }: Stage): Promise<number> {
  return patiently(async () => {
    const { rows } = await owner.query<{ id: string }>(
      `select id from vendor_account where mode = 'test' and state = 'frozen'`,
    )
    for (const { id } of rows)
      await moveVendorAccount(owner, { accountId: formatId('vendorAccount', id), to: 'active', ...people })
    return rows.length
  })
}

/** Lets the second operator confirm the statements that the first imported. */
async function confirmImports(stage: Stage): Promise<void> {
  const { owner, approverId } = stage
  await patiently(async () => {
    const { rows } = await owner.query<{ id: string; version: number }>(
      `select id, version from case_file where kind = 'unconfirmed_import' and state = 'awaiting_approval'`,
    )
    for (const { id, version } of rows) {
      const input = { caseId: formatId('case', id), operatorId: approverId, version }
      await approveCase({ pool: owner, clock: systemClock, signing: softwareSigning() }, input).catch(
        async (error: unknown) => {
          if (!(error instanceof Refusal) || error.code !== 'proposal_stale') throw error
          await proposeAnew(stage, input.caseId)
        },
      )
    }
  })
}

/** Proposes the confirmation again, because feeds have reported more about these credits meanwhile. */
async function proposeAnew({ owner, approverId, operatorId }: Stage, caseId: string): Promise<void> {
  const deps = { pool: owner, clock: systemClock, signing: softwareSigning() }
  await declineCase(deps, {
    caseId,
    operatorId: approverId,
    reason: 'feeds have reported more since the proposal',
  })
  const wanted = { action: 'confirm_import' } as const
  await proposeResolution(deps, { caseId, operatorId, wanted, reason: 'compared with the bank' })
}

/** Unfreezes accounts and confirms imports every second until it is stopped. */
export function keepGoing(stage: Stage): Readonly<{ stop(): Promise<number> }> {
  const over = new AbortController()
  const watch = async (): Promise<number> => {
    let times = 0
    while (!over.signal.aborted) {
      times += await setGoingAgain(stage)
      await confirmImports(stage)
      await sleep(1_000)
    }
    return times
  }
  const watching = watch()
  return {
    stop: async () => {
      over.abort()
      return watching
    },
  }
}
