import type { Timeline } from '../../../records/transactions/timeline/timeline-step.ts'
import { printMoment } from '../moments.ts'
import { fact } from './credit-lines.ts'

/** How a transaction got where it is, step by step, and who has the money now. */
export function timelineLines({ steps, holder, expectedBy, frozen }: Timeline): string[] {
  return [
    ...steps.flatMap(({ at, event, status, sentence, evidence }) => {
      const shown = evidence.map(({ kind, id }) => (kind === 'session' ? `session ${id}` : id))
      return fact(
        'then',
        `${printMoment(at)}  ${event}: ${status}. ${sentence}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`,
      )
    }),
    ...fact(
      'with',
      `${holder}${expectedBy === null ? '' : `, should be over by ${printMoment(expectedBy)}`}`,
    ),
    ...(frozen === null ? [] : fact('frozen', frozen)),
  ]
}
