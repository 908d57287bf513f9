import { formatId } from '../../kernel/ids/ids.ts'
import { money, printMoney } from '../../kernel/money/money.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import type { Stake } from '../../records/cases/stake-store.ts'

/** One fact, and the figures behind it. */
type Point = Readonly<{ text: string; detail: string | null }>

/** What supports the usual answer, what contradicts it, and what else is known. Both sides are equally important. */
export type Evidence = Readonly<{ for: readonly Point[]; against: readonly Point[]; facts: readonly Fact[] }>
type Fact = Readonly<{ name: string; value: string }>

type Facts = Readonly<Record<string, unknown>>

/** Collects the evidence of a case from its own facts and from the money that it is about. */
export function evidenceOf(file: CaseFile, stake: Stake, names: ReadonlyMap<string, string>): Evidence {
  const candidates = Array.isArray(file.facts.candidates) ? (file.facts.candidates as readonly Facts[]) : []
  const amounts = amountPoints(stake)
  return {
    for: [...amounts.for, ...sideOf(candidates, 'for', names)],
    against: [...amounts.against, ...sideOf(candidates, 'against', names), ...whyPoints(file.facts)],
    facts: factsOf(file.facts),
  }
}

/** Compares what was claimed with what arrived. */
function amountPoints({ type, amountMinor, heldMinor, lineMinor, lineDirection, payerName }: Stake) {
  const points: { for: Point[]; against: Point[] } = { for: [], against: [] }
  if (payerName !== null) points.for.push({ text: 'The payer is known', detail: payerName })
  const arrived = heldMinor > 0n ? heldMinor : lineDirection === 'credit' ? lineMinor : 0n
  if (type !== 'buy' || arrived === 0n || amountMinor === 0n) return points
  const detail = `${print(arrived)} received, ${print(amountMinor)} claimed`
  if (arrived === amountMinor) points.for.push({ text: 'The amount is the same to the kobo', detail })
  else if (arrived < amountMinor)
    points.against.push({ text: `${print(amountMinor - arrived)} is missing`, detail })
  else points.against.push({ text: `${print(arrived - amountMinor)} more than claimed`, detail })
  return points
}

const MOST_NAMED = 3

/** Says each fact once, and of which buys it is true. */
function sideOf(
  candidates: readonly Facts[],
  side: 'for' | 'against',
  names: ReadonlyMap<string, string>,
): Point[] {
  const about = new Map<string, string[]>()
  for (const candidate of candidates) {
    const words = candidate[side]
    if (!Array.isArray(words)) continue
    for (const word of words.map(String))
      about.set(word, [...(about.get(word) ?? []), nameOf(candidate, names)])
  }
  return [...about].map(([word, buys]) => ({
    text: capital(word),
    detail: candidates.length > 1 ? listOf(buys, candidates.length) : null,
  }))
}

/** Several buys may be of one business, so each is named with its id, shortened as on every screen. */
function nameOf(candidate: Facts, names: ReadonlyMap<string, string>): string {
  const id =
    typeof candidate.transaction_id === 'string' ? formatId('transaction', candidate.transaction_id) : ''
  const about = [names.get(String(candidate.business_id)), id && `${id.slice(0, 8)}…${id.slice(-4)}`]
  return about.filter((part) => part !== undefined && part !== '').join(', ')
}

function listOf(buys: readonly string[], all: number): string {
  if (buys.length === all) return all === 2 ? 'Both buys' : `All ${all} buys`
  const more = buys.length - MOST_NAMED
  const named = buys.slice(0, MOST_NAMED).join('; ')
  return more > 0 ? `${named}; and ${more} more` : named
}

function whyPoints({ why }: Facts): Point[] {
  const words = Array.isArray(why) ? why.map(String) : typeof why === 'string' ? [why] : []
  return words.map((text) => ({ text: capital(text.replaceAll('_', ' ')), detail: null }))
}

const shownElsewhere: ReadonlySet<string> = new Set(['candidates', 'credit', 'why', 'subject'])

function factsOf(facts: Facts): Fact[] {
  return Object.entries(facts)
    .filter(([name, value]) => !shownElsewhere.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => ({
      name: capital(name.replace(/_minor$|_id$/, '').replaceAll('_', ' ')),
      value: valueOf(name, value),
    }))
}

function valueOf(name: string, value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  if (name.endsWith('_minor') && /^[0-9]+$/.test(value)) return print(BigInt(value))
  if (name === 'transaction_id') return formatId('transaction', value)
  if (name === 'business_id') return formatId('business', value)
  return name === 'line_id' ? formatId('credit', value) : value
}

function print(minor: bigint): string {
  return printMoney(money('NGN', minor))
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
