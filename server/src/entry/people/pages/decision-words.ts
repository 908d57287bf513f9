import { money, printMoney } from '../../../kernel/money/money.ts'
import { isClose, isKeyIssue } from '../../../records/decisions/decision-text.ts'
import { describeResolution } from '../../ops/cases/describe-resolution.ts'

/** A decision in words, all read from the text that is signed and from nothing else. */
export type DecisionWords = Readonly<{
  /** `issue`: the person issues a key that two people approved. `close`: the person signs off a day. Nobody approves either again. */
  kind: 'decision' | 'issue' | 'close'
  mode: string
  /** Null: it is about no case. */
  caseId: string | null
  version: number
  /** What will happen, as a sentence. */
  what: string
  /** The money that the text names, if it names one amount. */
  amount: string | null
  reason: string
}>

type Fields = ReadonlyMap<string, unknown>

/** Reads the text of a decision for people. Every line after the first is a name and a JSON value. */
export function describeDecision(text: string): DecisionWords {
  const fields: Fields = new Map(text.split('\n').slice(1).map(readLine))
  if (isClose(text)) return describeClose(fields)
  const resolution = unflatten([...fields].filter(([name]) => name.startsWith('decision.')))
  const what = describeResolution(resolution)
  return {
    kind: isKeyIssue(text) ? 'issue' : 'decision',
    mode: String(fields.get('mode')),
    caseId: String(fields.get('case')),
    version: Number(fields.get('version') ?? 0),
    what: `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`,
    amount: amountOf(resolution),
    reason: fields.has('reason') ? String(fields.get('reason')) : '',
  }
}

function describeClose(fields: Fields): DecisionWords {
  return {
    kind: 'close',
    mode: String(fields.get('mode')),
    caseId: null,
    version: 0,
    what: `Sign off the close of ${String(fields.get('day'))}: ${String(fields.get('accounts'))} accounts`,
    amount: null,
    reason: String(fields.get('note')),
  }
}

function readLine(line: string): [name: string, value: unknown] {
  const at = line.indexOf(': ')
  return [line.slice(0, at), JSON.parse(line.slice(at + 2))]
}

/** Naira and NGNC are worth the same, and the sentence says which of them moves. */
function amountOf({
  amount_minor: naira,
  tokens_minor: tokens,
}: Readonly<Record<string, unknown>>): string | null {
  if (isAmount(naira)) return printMoney(money('NGN', BigInt(naira)))
  return isAmount(tokens) ? printMoney(money('NGNC', BigInt(tokens))) : null
}

function isAmount(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9]+$/.test(value) && value !== '0'
}

/** Builds the resolution again from lines such as `decision.returns.0.line_id`. */
function unflatten(lines: ReadonlyArray<readonly [string, unknown]>): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of lines) {
    const keys = name.split('.').slice(1)
    const last = keys.pop() ?? ''
    let place = root
    for (const key of keys) {
      place[key] ??= {}
      place = place[key] as Record<string, unknown>
    }
    place[last] = value
  }
  return asLists(root) as Record<string, unknown>
}

/** An object whose names are 0, 1, 2, … was a list. */
function asLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, asLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key], place) => key === String(place))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
