import { formatId } from '../../../kernel/ids/ids.ts'
import type { CaseFile, CaseStep } from '../../../records/cases/case-file.ts'
import { type Action, possibleFor, toOption } from '../../../records/cases/possible-resolutions.ts'
import { explanations } from '../../../records/cases/resolution.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import { printNaira } from '../naira.ts'
import { printDue, printMoment, wrap } from '../terminal-text.ts'
import { fact } from './format-credit.ts'

export function caseLines(
  file: CaseFile,
  steps: readonly CaseStep[],
  names: ReadonlyMap<string, string>,
  now: Date,
): string[] {
  return [
    `Case ${formatId('case', file.id)}: ${file.kind}, ${file.state.replace('_', ' ')}`,
    ...wrap(file.summary, '  '),
    ...(file.state === 'resolved'
      ? []
      : fact('due', `${printDue(file.dueAt, now)} (${printMoment(file.dueAt)} in Lagos)`)),
    ...(file.proposal === null ? [] : fact('suggested', describeResolution(file.proposal))),
    ...factsLines(file.facts, names),
    '',
    'What was done:',
    ...steps.flatMap(stepLines),
  ]
}

function stepLines({ at, operatorName, action, resolution, reason }: CaseStep): string[] {
  const isSaid = resolution !== null && action !== 'opened' && action !== 'closed_itself'
  const what = isSaid ? `: ${describeResolution(resolution)}.` : ':'
  const who = action === 'closed_itself' ? 'It' : (operatorName ?? 'The system')
  return wrap(`${printMoment(at)}  ${who} ${done[action]}${what} "${reason}"`, '  ', '      ')
}

const done: Readonly<Record<CaseStep['action'], string>> = {
  opened: 'opened it',
  taken: 'took it',
  noted: 'noted',
  proposed: 'proposed',
  declined: 'declined',
  approved: 'approved',
  dismissed: 'closed it',
  closed_itself: 'closed by itself',
}

/** What to type next, whole enough to be pasted. */
export function nextLines(file: CaseFile, steps: readonly CaseStep[]): string[] {
  const id = formatId('case', file.id)
  if (file.state === 'resolved') return ['Next: npx afara ops cases']
  if (file.state === 'awaiting_approval') {
    const proposer = steps.findLast(({ action }) => action === 'proposed')?.operatorName ?? 'who proposed it'
    return [
      ...wrap(`Waits for another operator than ${proposer}: ${describeResolution(file.resolution)}.`, ''),
      `Next: npx afara ops approve ${id} --version ${file.version}`,
      `  or: npx afara ops decline ${id} --reason "…"`,
    ]
  }
  const possible = possibleFor(file)
  if (possible.length === 0)
    return ['Nothing is to be decided: it ends by itself.', 'Next: npx afara ops cases']
  const { proposal } = file
  const propose = (option: string) => `  npx afara ops propose ${id} ${option} --reason "…"`
  return [
    'Next, one of:',
    ...(proposal === null ? [] : [propose('--as-proposed'), ...wrap(describeResolution(proposal), '      ')]),
    ...possible.flatMap((action) => {
      if (action === 'lift_lien') return [`  npx afara ops lien lift ${liened(file)} --reason "…"`]
      return isAskedFor.has(action) ? [] : [propose(`${toOption(action)}${names[action] ?? ''}`)]
    }),
  ]
}

// These are asked for by commands of their own; when they were declined, what was suggested is proposed again.
const isAskedFor: ReadonlySet<Action> = new Set<Action>([
  'move_account',
  'set_cap',
  'confirm_import',
  'lift_freeze',
])

/** What has to be named beside the option. */
const names: Partial<Record<Action, string>> = {
  allocate: ' txn_…',
  took_back: ' crd_…',
  return_to_wallet: ' <address> --network <name> --evidence "…"',
  redirect: ' <number> --bank <code> --name "…" --evidence "…"',
  read_again: ' <block>',
  explain: ` <${explanations.join('|')}> --evidence "…"`,
}

function liened({ lineId }: CaseFile): string {
  return lineId === null ? 'crd_…' : formatId('credit', lineId)
}

type Facts = Readonly<Record<string, unknown>>

/** The businesses that a case's candidates are of. */
export function businessesIn(facts: Facts): string[] {
  return candidatesOf(facts).flatMap(({ business_id: id }) => (typeof id === 'string' ? [id] : []))
}

/** Why it was not decided by itself: each candidate with what spoke for and against it, then whatever else is known. */
function factsLines(facts: Facts, names: ReadonlyMap<string, string>): string[] {
  const { candidates: _candidates, credit: _credit, why: _why, subject: _subject, ...more } = facts
  const rest = Object.entries(more).filter(([, value]) => value !== null)
  const list = candidatesOf(facts)
  return [
    ...(list.length === 0 ? [] : ['', 'Who could have it, and why it was not given:']),
    ...list.flatMap((candidate) => candidateLines(candidate, names)),
    ...(rest.length === 0 ? [] : ['', 'What is known:']),
    ...rest.flatMap(([name, value]) => wrap(`${plainName(name)}: ${plainValue(name, value)}`, '  ')),
  ]
}

function candidatesOf({ candidates }: Facts): Facts[] {
  return Array.isArray(candidates) ? (candidates as Facts[]) : []
}

function candidateLines(candidate: Facts, names: ReadonlyMap<string, string>): string[] {
  const { transaction_id: id, business_id: businessId, status, left_minor: left, evidence } = candidate
  const shown = typeof id === 'string' ? formatId('transaction', id) : '?'
  return [
    `  ${shown}  ${plainValue('status', status)}, lacks ${plainValue('left_minor', left)}`,
    ...wrap(`of ${names.get(String(businessId)) ?? plainValue('business_id', businessId)}`, '      '),
    ...said('for', candidate.for),
    ...said('against', candidate.against),
    ...(evidence === null || evidence === undefined ? wrap('no evidence by itself', '      ') : []),
  ]
}

function said(side: string, words: unknown): string[] {
  if (!Array.isArray(words) || words.length === 0) return []
  return wrap(`${side}: ${words.map(String).join('; ')}`, '      ')
}

function plainName(name: string): string {
  return name.replace(/_minor$|_id$/, '').replaceAll('_', ' ')
}

/** Amounts as money, ids as people see them, the rest as it is. */
function plainValue(name: string, value: unknown): string {
  if (typeof value === 'string') {
    if (name.endsWith('_minor') && /^-?[0-9]+$/.test(value)) return printNaira(BigInt(value))
    if (name === 'transaction_id') return formatId('transaction', value)
    if (name === 'business_id') return formatId('business', value)
    if (name === 'line_id') return formatId('credit', value)
    return value
  }
  return value === null || value === undefined ? '–' : JSON.stringify(value)
}
