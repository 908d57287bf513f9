import { type Requested, requestChange } from '../../flows/cases/propose-resolution.ts'
import type { OpsDeps } from './ops-session.ts'

/** Requests a change that needs two operators. Returns the lines to print, with the approval command. */
export async function requestApproval(
  deps: OpsDeps,
  reason: string,
  change: Parameters<typeof requestChange>[1]['change'],
): Promise<string[]> {
  return describeRequest(await requestChange(deps, { operatorId: deps.operator.id, reason, change }))
}

/** Returns the lines to print after a request that needs two operators. */
export function describeRequest({ caseId, obstacle }: Requested): string[] {
  return [
    `Requested as ${caseId}.`,
    ...describeObstacle(obstacle),
    'Nothing has changed yet. Another operator must approve it with their own passkey.',
    `Next, the other operator runs: npx afara ops show ${caseId}`,
    `                               npx afara ops approve ${caseId}`,
  ]
}

/** Returns the warning that a proposal cannot be approved yet, if so. */
export function describeObstacle(obstacle: string | null): string[] {
  return obstacle === null ? [] : [`Warning: it cannot be approved yet: ${obstacle}.`]
}
