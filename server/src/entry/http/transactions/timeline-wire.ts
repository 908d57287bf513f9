import { formatId } from '../../../kernel/ids/ids.ts'
import type { Holder } from '../../../records/transactions/machine.ts'
import type { Timeline, TimelineStep } from '../../../records/transactions/timeline-step.ts'

export function toTimelineReply(id: string, timeline: Timeline) {
  return {
    status: 'success',
    message: timeline.sentence,
    timeline: {
      transaction_id: formatId('transaction', id),
      status: timeline.status,
      holder: holderWords[timeline.holder],
      expected_by: timeline.expectedBy?.toISOString() ?? null,
      steps: timeline.steps.map(toStepWire),
    },
  }
}

function toStepWire({ at, event, status, sentence, holder, expectedBy, evidence }: TimelineStep) {
  return {
    at: at.toISOString(),
    event,
    status,
    sentence,
    holder: holderWords[holder],
    expected_by: expectedBy?.toISOString() ?? null,
    evidence,
  }
}

/** Words for programs have no spaces. */
export const holderWords: Readonly<Record<Holder, string>> = {
  payer: 'payer',
  business: 'business',
  afara: 'afara',
  'in flight': 'in_flight',
  recipient: 'recipient',
  'sending bank': 'sending_bank',
  nobody: 'nobody',
}
