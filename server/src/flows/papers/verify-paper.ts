import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Explorers } from '../../movements/transfers/chain.ts'
import { findPaper, type PaperKind } from '../../records/transactions/paper-store.ts'
import { type Issuer, lastChangeOf, type Paper } from './paper.ts'
import { readPaperFacts } from './read-paper-facts.ts'
import { writeReceipt } from './receipt.ts'
import { writeTraceLetter } from './trace-letter.ts'

/** What a stranger who holds a paper may learn: what our books say now, without the name of a person or the number of an account. */
export type VerifiedPaper = Readonly<{
  kind: PaperKind
  number: string
  issuedAt: Date
  isTest: boolean
  /** Undefined if the transaction has no such paper any more: it changed since. */
  now?: Readonly<{
    amount: string
    label: string
    badge: string
    changedAt: Date
    parties: ReadonlyArray<Readonly<{ title: string; name: string; lines: readonly string[] }>>
    sessionId: string | null
  }>
}>

/** Returns undefined if we issued no paper with this token. */
export async function verifyPaper(
  { pool, explorers, issuer }: Readonly<{ pool: Pool; explorers: Explorers; issuer: Issuer }>,
  token: string,
): Promise<VerifiedPaper | undefined> {
  const found = await findPaper(pool, token)
  if (found === undefined) return undefined
  const { kind, number, issuedAt, mode, businessId, transactionId } = found
  const facts = await readPaperFacts(pool, { businessId, mode }, transactionId)
  const issued = { kind, number, issuedAt, isTest: mode === 'test' }
  const paper = rewrite(() =>
    kind === 'receipt' ? writeReceipt(facts, explorers, issuer, 'payer') : writeTraceLetter(facts, issuer),
  )
  if (paper === undefined) return issued
  const rows = paper.sections.flatMap((section) => section.rows)
  const valueOf = (label: string) => rows.find((row) => row.label === label)?.value
  const session = valueOf('Bank session id')
  return {
    ...issued,
    now: {
      amount: paper.headline ?? valueOf('Amount') ?? '',
      label: paper.headlineLabel ?? paper.title,
      badge: paper.badge ?? '',
      changedAt: lastChangeOf(facts.facts),
      parties: (paper.parties ?? []).map(({ title, name, lines, isPerson }) =>
        isPerson === true
          ? { title, name: maskedName(name), lines: lines.slice(0, 1) }
          : { title, name, lines },
      ),
      sessionId: session === undefined ? null : maskedSession(session),
    },
  }
}

/** A transaction may have left the state in which it has this paper, for example after a recall. */
function rewrite(write: () => Paper): Paper | undefined {
  try {
    return write()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Shows the first letter of each word: enough to compare with the paper, and not enough to learn a name. */
export function maskedName(name: string): string {
  return name
    .split(' ')
    .map((word) => `${Array.from(word)[0] ?? ''}•••`)
    .join(' ')
}

/** Shows both ends. A payer proves with the whole session id that a payment is theirs. */
function maskedSession(session: string): string {
  return session.length < 14 ? '••••' : `${session.slice(0, 6)}••••${session.slice(-4)}`
}
