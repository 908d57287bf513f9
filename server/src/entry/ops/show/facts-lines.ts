import { formatId } from '../../../kernel/ids/ids.ts'
import { printNaira } from '../naira.ts'
import { wrap } from '../table.ts'

type Facts = Readonly<Record<string, unknown>>

/** The businesses that a case's candidates are of. */
export function businessesIn(facts: Facts): string[] {
  return candidatesOf(facts).flatMap(({ business_id: id }) => (typeof id === 'string' ? [id] : []))
}

/** Why it was not decided by itself: each candidate with what spoke for and against it, then whatever else is known. */
export function factsLines(facts: Facts, names: ReadonlyMap<string, string>): string[] {
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
