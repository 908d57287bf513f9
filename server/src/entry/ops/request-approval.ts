import { requestChange } from '../../flows/cases/propose-resolution.ts'
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
export function describeRequest(caseId: string): string[] {
  return [
    `Requested as ${caseId}.`,
    'Nothing has changed yet. Another operator must approve it with their own key.',
    `Next, the other operator runs: npx afara ops show ${caseId}`,
    `                               npx afara ops approve ${caseId}`,
  ]
}
