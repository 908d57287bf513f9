import { type Requested, requestChange } from '../../flows/cases/propose-resolution.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { requireCase } from '../../records/cases/case-store.ts'
import { readPeopleNeeded } from '../../records/decisions/policy-store.ts'
import type { OpsDeps } from './ops-session.ts'

/** Requests a change that needs an approval. Returns the lines to print, with the approval command. */
export async function requestApproval(
  deps: OpsDeps,
  reason: string,
  change: Parameters<typeof requestChange>[1]['change'],
): Promise<string[]> {
  return describeRequest(deps, await requestChange(deps, { operatorId: deps.operator.id, reason, change }))
}

/** Returns the lines to print after a request that needs an approval. */
export async function describeRequest(
  deps: Pick<OpsDeps, 'pool'>,
  { caseId, obstacle }: Requested,
): Promise<string[]> {
  return [
    `Requested as ${caseId}.`,
    ...describeObstacle(obstacle),
    ...(await describeApproval(deps, caseId, 'Nothing has changed yet.')),
  ]
}

/** Returns who approves a proposal and how. */
export async function describeApproval(
  { pool }: Pick<OpsDeps, 'pool'>,
  caseId: string,
  meanwhile: string,
): Promise<string[]> {
  const { id } = await requireCase(pool, caseId)
  const shown = formatId('case', id)
  if ((await readPeopleNeeded(pool, id)) === 1)
    return [
      `${meanwhile} One person suffices for it, so you can approve it yourself.`,
      `Next: npx afara ops show ${shown}`,
      `      npx afara ops approve ${shown}`,
    ]
  return [
    `${meanwhile} Another operator must approve it with their own passkey.`,
    `Next, the other operator runs: npx afara ops show ${shown}`,
    `                               npx afara ops approve ${shown}`,
  ]
}

/** Returns the warning that a proposal cannot be approved yet, if so. */
export function describeObstacle(obstacle: string | null): string[] {
  return obstacle === null ? [] : [`Warning: it cannot be approved yet: ${obstacle}.`]
}
