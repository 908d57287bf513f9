import { formatId } from '../../../kernel/ids/ids.ts'
import type { CaseFile, CaseStep } from '../../../records/cases/case-file.ts'
import { possibleResolutions, toOption } from '../../../records/cases/possible-resolutions.ts'
import { printDue, printMoment } from '../moments.ts'
import { describeResolution } from '../resolution-words.ts'
import { wrap } from '../table.ts'
import { fact } from './credit-lines.ts'
import { factsLines } from './facts-lines.ts'

export function caseLines(file: CaseFile, steps: readonly CaseStep[], now: Date): string[] {
  return [
    `Case ${formatId('case', file.id)}: ${file.kind}, ${file.state.replace('_', ' ')}`,
    ...wrap(file.summary, '  '),
    ...(file.state === 'resolved'
      ? []
      : fact('due', `${printDue(file.dueAt, now)} (${printMoment(file.dueAt)} in Lagos)`)),
    ...(file.proposal === null ? [] : fact('suggested', describeResolution(file.proposal))),
    ...factsLines(file.facts),
    '',
    'What was done:',
    ...steps.flatMap(stepLines),
  ]
}

function stepLines({ at, operatorName, action, resolution, reason }: CaseStep): string[] {
  const what = resolution === null || action === 'opened' ? '' : `: ${describeResolution(resolution)}`
  return wrap(
    `${printMoment(at)}  ${operatorName ?? 'the system'} ${action.replace('_', ' ')}${what}. ${reason}`,
    '  ',
  )
}

/** What to type next, whole enough to be pasted. */
export function nextLines(file: CaseFile): string[] {
  const id = formatId('case', file.id)
  if (file.state === 'resolved') return ['Next: npx afara ops cases']
  if (file.state === 'awaiting_approval') {
    return [
      `Waits for another operator than the one who proposed it: ${describeResolution(file.resolution)}.`,
      `Next: npx afara ops approve ${id} --version ${file.version}`,
      `  or: npx afara ops decline ${id} --reason "…"`,
    ]
  }
  const others = possibleResolutions[file.kind].map(toOption).join(', ')
  const { proposal } = file
  return [
    ...(proposal === null
      ? []
      : [
          `Next: npx afara ops propose ${id} --as-proposed --reason "…"     (${describeResolution(proposal)})`,
        ]),
    `${proposal === null ? 'Next' : '  or'}: npx afara ops propose ${id} ${others} --reason "…"`,
  ].flatMap((line) => (line.length <= 100 ? [line] : wrap(line, '')))
}
