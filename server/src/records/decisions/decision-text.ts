import { hash } from 'node:crypto'
import type { CaseFile } from '../cases/case-file.ts'
import type { Resolution } from '../cases/resolution.ts'

/** A decision before it is written down: a case, what is proposed for it, and the money as the proposer saw it. */
type Decided = Readonly<{
  file: Pick<CaseFile, 'id' | 'mode' | 'kind' | 'transactionId' | 'lineId' | 'vendorAccountId' | 'businessId'>
  /** The version of the case after the proposal. */
  version: number
  resolution: Resolution
  seen: Readonly<Record<string, unknown>>
  reason: string
}>

const HEADER = 'Afara decision 1'
const KEY_HEADER = 'Afara key 1'
const CLOSE_HEADER = 'Afara close 1'

/**
 * Returns the text of a decision, which is exactly what the two operators read and sign. Every line after the first is a name and a JSON
 * value, so that no value can look like another line.
 */
export function formatDecision({ file, version, resolution, seen, reason }: Decided): string {
  const about = {
    transaction: file.transactionId,
    credit: file.lineId,
    account: file.vendorAccountId,
    business: file.businessId,
  }
  return [
    HEADER,
    formatLine('mode', file.mode),
    formatLine('case', file.id),
    formatLine('kind', file.kind),
    formatLine('version', version),
    ...Object.entries(about)
      .filter(([, id]) => id !== null)
      .map(([name, id]) => formatLine(name, id)),
    ...flatten('decision', resolution),
    formatLine('evidence', `sha256:${hash('sha256', flatten('seen', seen).join('\n'))}`),
    formatLine('reason', reason),
  ].join('\n')
}

/** Returns what an operator signs to issue the key that two operators approved in a case. Its header keeps it apart from every decision. */
export function formatKeyIssue({
  id,
  mode,
  businessId,
  resolution,
}: Pick<CaseFile, 'id' | 'mode' | 'businessId' | 'resolution'>): string {
  return [
    KEY_HEADER,
    formatLine('mode', mode),
    formatLine('case', id),
    formatLine('business', businessId),
    ...flatten('decision', resolution),
  ].join('\n')
}

export function isKeyIssue(text: string): boolean {
  return text.startsWith(`${KEY_HEADER}\n`)
}

/** A closed day as an operator signs it off: what each kind of account had at its end, and the hash of every figure. */
type SignedClose = Readonly<{
  mode: string
  day: string
  closedAt: Date
  accounts: number
  /** Sums in whole kobo, by kind of account and asset, such as `bank_ngn`. */
  closing: Readonly<Record<string, string>>
  /** SHA-256 of every line of the close. */
  figures: string
  note: string
}>

export function formatClose({ mode, day, closedAt, accounts, closing, figures, note }: SignedClose): string {
  return [
    CLOSE_HEADER,
    formatLine('mode', mode),
    formatLine('day', day),
    formatLine('closed_at', closedAt.toISOString()),
    formatLine('accounts', accounts),
    ...flatten('closing_minor', closing),
    formatLine('figures', `sha256:${figures}`),
    formatLine('note', note),
  ].join('\n')
}

export function isClose(text: string): boolean {
  return text.startsWith(`${CLOSE_HEADER}\n`)
}

/** Returns the bytes that an operator signs. */
export function hashDecision(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Returns the short code by which people compare two texts, because a passkey prompt does not show what it signs. */
export function shortCode(text: string): string {
  const digits = hashDecision(text).toString('hex', 0, 4).toUpperCase()
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

/** Returns one line for each value inside `value`, with the names of each level in alphabetical order. */
function flatten(name: string, value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.length === 0
      ? [formatLine(name, value)]
      : value.flatMap((one, place) => flatten(`${name}.${place}`, one))
  }
  if (typeof value !== 'object' || value === null) return [formatLine(name, value)]
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, inner]) => flatten(`${name}.${key}`, inner))
}

function formatLine(name: string, value: unknown): string {
  if (!/^[a-z0-9_.]+$/.test(name)) throw new Error(`"${name}" cannot be a name in a decision`)
  return `${name}: ${JSON.stringify(value)}`
}
