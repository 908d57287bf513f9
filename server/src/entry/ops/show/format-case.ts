import { formatId } from '../../../kernel/ids/ids.ts'
import type { CaseFile, CaseStep } from '../../../records/cases/case-file.ts'
import { type Action, possibleFor, toOption } from '../../../records/cases/possible-resolutions.ts'
import { explanations } from '../../../records/cases/resolution.ts'
import { type Suggestion, sayRecord } from '../../../records/cases/suggestion-store.ts'
import { formatNaira } from '../amounts.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import { formatDue, formatMoment, wrapText } from '../terminal-text.ts'
import { formatFact } from './format-credit.ts'

export function formatCase(
  file: CaseFile,
  { steps, suggestion }: Readonly<{ steps: readonly CaseStep[]; suggestion: Suggestion | null }>,
  names: ReadonlyMap<string, string>,
  now: Date,
): string[] {
  return [
    `Case ${formatId('case', file.id)}: ${file.kind}, ${file.state.replace('_', ' ')}`,
    ...wrapText(file.summary, '  '),
    ...(file.state === 'resolved'
      ? []
      : formatFact('due', `${formatDue(file.dueAt, now)} (${formatMoment(file.dueAt)}, Lagos time)`)),
    ...(file.proposal === null ? [] : formatFact('suggested', describeResolution(file.proposal))),
    ...(suggestion === null ? [] : formatFact('because', suggestion.grounds.join('; '))),
    ...(suggestion === null ? [] : formatFact('record', sayRecord(suggestion))),
    ...formatFacts(file.facts, names),
    '',
    'History:',
    ...steps.flatMap(formatStep),
  ]
}

function formatStep({ at, operatorName, action, resolution, reason }: CaseStep): string[] {
  const isSaid = resolution !== null && action !== 'opened' && action !== 'closed_itself'
  const what = isSaid ? `: ${describeResolution(resolution)}.` : ':'
  const who = action === 'closed_itself' ? 'The case' : (operatorName ?? 'The system')
  return wrapText(`${formatMoment(at)}  ${who} ${stepWords[action]}${what} "${reason}"`, '  ', '      ')
}

const stepWords: Readonly<Record<CaseStep['action'], string>> = {
  opened: 'opened the case',
  taken: 'took the case',
  noted: 'noted',
  proposed: 'proposed',
  declined: 'declined',
  approved: 'approved',
  dismissed: 'closed the case',
  closed_itself: 'closed automatically',
}

/** Returns the next commands, complete enough to paste. */
export function formatNextSteps(file: CaseFile, steps: readonly CaseStep[], people: number): string[] {
  const id = formatId('case', file.id)
  if (file.state === 'resolved') return ['Next: npx afara ops cases']
  if (file.state === 'awaiting_approval') {
    const proposer = steps.findLast(({ action }) => action === 'proposed')?.operatorName ?? 'the proposer'
    return [
      ...wrapText(
        `Waiting for approval by ${people === 1 ? 'one operator' : `another operator than ${proposer}`}: ${describeResolution(file.resolution)}.`,
        '',
      ),
      `Next: npx afara ops approve ${id} --version ${file.version}`,
      `  or: npx afara ops decline ${id} --reason "…"`,
    ]
  }
  const possible = possibleFor(file)
  if (possible.length === 0)
    return ['This case needs no decision. It closes automatically.', 'Next: npx afara ops cases']
  const { proposal } = file
  const propose = (option: string) => `  npx afara ops propose ${id} ${option} --reason "…"`
  return [
    'Next, one of:',
    ...(proposal === null
      ? []
      : [propose('--as-proposed'), ...wrapText(describeResolution(proposal), '      ')]),
    ...possible.flatMap((action) => {
      if (action === 'lift_lien') return [`  npx afara ops lien lift ${formatCreditOf(file)} --reason "…"`]
      return requestedByCommand.has(action)
        ? []
        : [propose(`${toOption(action)}${optionArguments[action] ?? ''}`)]
    }),
  ]
}

// Each of these actions is requested with its own command, so no option is printed for it. After a rejection, `--as-proposed` repeats it.
const requestedByCommand: ReadonlySet<Action> = new Set<Action>([
  'move_account',
  'set_cap',
  'set_people',
  'allow_standing',
  'confirm_import',
  'lift_freeze',
])

/** Arguments of each option. */
const optionArguments: Partial<Record<Action, string>> = {
  allocate: ' txn_…',
  took_back: ' crd_…',
  return_to_wallet: ' <address> --network <name> --evidence "…"',
  redirect: ' <number> --bank <code> --name "…" --evidence "…"',
  read_again: ' <block>',
  explain: ` <${explanations.join('|')}> --evidence "…"`,
}

function formatCreditOf({ lineId }: CaseFile): string {
  return lineId === null ? 'crd_…' : formatId('credit', lineId)
}

type Facts = Readonly<Record<string, unknown>>

/** Returns the businesses of a case's candidates. */
export function findBusinessIds(facts: Facts): string[] {
  return candidatesOf(facts).flatMap(({ business_id: id }) => (typeof id === 'string' ? [id] : []))
}

/** Explains why the credit was not matched automatically: each candidate with the evidence for and against it, then all other facts. */
function formatFacts(facts: Facts, names: ReadonlyMap<string, string>): string[] {
  const { candidates: _candidates, credit: _credit, why: _why, subject: _subject, ...more } = facts
  const rest = Object.entries(more).filter(([, value]) => value !== null)
  const list = candidatesOf(facts)
  return [
    ...(list.length === 0 ? [] : ['', 'Possible buys, and why none was chosen:']),
    ...list.flatMap((candidate) => formatCandidate(candidate, names)),
    ...(rest.length === 0 ? [] : ['', 'Facts:']),
    ...rest.flatMap(([name, value]) =>
      wrapText(`${formatFactName(name)}: ${formatFactValue(name, value)}`, '  '),
    ),
  ]
}

function candidatesOf({ candidates }: Facts): Facts[] {
  return Array.isArray(candidates) ? (candidates as Facts[]) : []
}

function formatCandidate(candidate: Facts, names: ReadonlyMap<string, string>): string[] {
  const { transaction_id: id, business_id: businessId, status, left_minor: left, evidence } = candidate
  const shown = typeof id === 'string' ? formatId('transaction', id) : '?'
  return [
    `  ${shown}  ${formatFactValue('status', status)}, needs ${formatFactValue('left_minor', left)}`,
    ...wrapText(
      `of ${names.get(String(businessId)) ?? formatFactValue('business_id', businessId)}`,
      '      ',
    ),
    ...formatSide('for', candidate.for),
    ...formatSide('against', candidate.against),
    ...(evidence === null || evidence === undefined
      ? wrapText('no evidence that is sufficient alone', '      ')
      : []),
  ]
}

function formatSide(side: string, words: unknown): string[] {
  if (!Array.isArray(words) || words.length === 0) return []
  return wrapText(`${side}: ${words.map(String).join('; ')}`, '      ')
}

function formatFactName(name: string): string {
  return name.replace(/_minor$|_id$/, '').replaceAll('_', ' ')
}

/** Formats amounts as money and ids in their public form. Other values are printed unchanged. */
function formatFactValue(name: string, value: unknown): string {
  if (typeof value === 'string') {
    if (name.endsWith('_minor') && /^-?[0-9]+$/.test(value)) return formatNaira(BigInt(value))
    if (name === 'transaction_id') return formatId('transaction', value)
    if (name === 'business_id') return formatId('business', value)
    if (name === 'line_id') return formatId('credit', value)
    return value
  }
  return value === null || value === undefined ? '–' : JSON.stringify(value)
}
