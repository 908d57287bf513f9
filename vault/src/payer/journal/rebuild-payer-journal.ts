import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type Rebuilt, requireNoJournal, type Unexplained } from '../../shared/journal/rebuilt.ts'
import { readSeenHead } from '../../shared/journal/require-newest.ts'
import { rightKey } from '../../shared/money/facts.ts'
import { Refused } from '../answers.ts'
import { inParallel } from '../bank-calls.ts'
import { judgeSource } from '../money/judge-payout.ts'
import { type PayoutFacts, readPayoutFacts } from '../money/payout-facts.ts'
import {
  type ForgottenPayout,
  type OrderedPayout,
  type PaymentLine,
  readForgottenPayouts,
  readPaymentLines,
  readSentPayouts,
} from '../money/read-payouts.ts'
import type { PayerPolicy } from '../payer-policy.ts'
import type { PayoutAccounts } from '../payout-accounts.ts'
import type { JournalKeys } from './journal-keys.ts'
import { openPayerJournal, type PayerJournal } from './payer-journal.ts'
import type { Heard, SendIntent, SourceShare } from './payer-record.ts'

type Deps = Readonly<{
  pool: Pool
  policy: PayerPolicy
  accounts: PayoutAccounts
  journalFile: string
  journalKeys: JournalKeys
}>

const PAGE = 200
const MOST_QUESTIONS = 20
const BANK_TIMEOUT_MS = 50_000

/**
 * Rebuilds a lost journal from the sent payouts in the database, the banks' answers about them, and further payments in the vendors'
 * ledgers. Reports every payment that the database does not explain, and records its reference as sent, so that it is never sent again.
 */
export async function rebuildPayerJournal(deps: Deps): Promise<Rebuilt> {
  requireNoJournal(deps.journalFile)
  const replaces = await readSeenHead(deps.pool, 'payer')
  const journal = await openPayerJournal(deps.journalFile, deps.journalKeys)
  try {
    const unexplained: Unexplained[] = []
    for (let after: string | undefined; ; ) {
      const page = await readSentPayouts(deps.pool, after, PAGE)
      const facts = await readPayoutFacts(
        deps.pool,
        page.map(({ payout_id }) => payout_id),
      )
      const told = await Promise.all(inParallel(page, MOST_QUESTIONS, async (sent) => askBank(deps, sent)))
      for (const [place, sent] of page.entries())
        unexplained.push(...addPayout(deps, journal, sent, facts.get(sent.payout_id), told[place]))
      after = page.at(-1)?.payout_id
      if (page.length < PAGE) break
    }
    for (const forgotten of await readForgottenPayouts(deps.pool)) addForgotten(journal, forgotten)
    unexplained.push(...(await addStrangers(deps, journal)))
    journal.commit()
    return { vault: 'payer', ...journal.durable(), replaces, unexplained }
  } finally {
    await journal.close()
  }
}

/** Queries the bank about a payout. Returns undefined if the bank does not answer. */
async function askBank({ accounts }: Deps, sent: OrderedPayout): Promise<Heard | undefined> {
  const reading = await accounts
    .get(sent.account_id)
    ?.rail.requery(sent.reference, AbortSignal.timeout(BANK_TIMEOUT_MS))
    .catch(() => undefined)
  if (reading === undefined || reading.kind === 'unavailable') return undefined
  const vendor_id = 'vendorId' in reading ? reading.vendorId : null
  return { of: 0, at: new Date().toISOString(), reading: reading.kind, code: reading.code, vendor_id }
}

function addPayout(
  { policy }: Deps,
  journal: PayerJournal,
  sent: OrderedPayout,
  facts: PayoutFacts | undefined,
  heard: Heard | undefined,
): Unexplained[] {
  const { right, transaction } = facts ?? {}
  if (facts === undefined || !right || !transaction)
    return [stranger(journal, sent, 'the database has no right or no transaction for it')]
  const { source, because } = sourceOf(facts, policy)
  const of = journal.add({
    at: sent.ordered_at.toISOString(),
    reference: sent.reference,
    account: sent.account_id,
    mode: facts.mode,
    action: 'send',
    right: rightKey(facts.mode, right),
    attempt: facts.attempt,
    payout_id: sent.payout_id,
    transaction_id: right.transaction_id,
    bank_code: right.bank_code,
    account_number: right.account_number,
    amount_minor: right.amount_minor,
    source,
  })
  if (heard !== undefined) journal.hear([{ ...heard, of }])
  const isPaid = heard !== undefined && 'reading' in heard && heard.reading === 'success'
  const problem =
    sent.is_dead && isPaid
      ? 'the ledger shows it as failed, but the bank paid it'
      : sent.is_dead
        ? undefined
        : because
  if (problem === undefined) return []
  const reason = `${sent.reference}: ${problem}`
  const { business_id: business } = right
  return [
    business === null
      ? { scope: 'payout_account', subject: sent.account_id, reason }
      : { scope: 'business', subject: business, reason },
  ]
}

/** Returns the money behind a payout, judged with the status that the transaction had when the payout was sent. */
function sourceOf(
  facts: PayoutFacts,
  policy: PayerPolicy,
): Readonly<{ source: readonly SourceShare[]; because?: string }> {
  const { right, transaction } = facts
  if (right === null || transaction === null)
    return { source: [], because: 'the database has no right for it' }
  const status = right.purpose === 'refund' ? 'refunding' : 'paying_out'
  try {
    return judgeSource({ ...facts, right, transaction: { ...transaction, status } }, policy)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { source: [], because: error.message }
  }
}

/**
 * Adds a payout that an earlier journal reported after a database restore and the database did not have (table payout_forgotten). A bank
 * may have it although its ledger shows nothing yet.
 */
function addForgotten(journal: PayerJournal, forgotten: ForgottenPayout): void {
  const { right_key: right, account_id: account, noted_at, balance_minor, ...sent } = forgotten
  if (journal.ofReference(sent.reference) !== undefined) return
  const [business = '', mode = '', ...rest] = right.split('/')
  const share = { name: `${mode}|balance|${business}|${rest.slice(0, -2).join('/')}` }
  journal.add({
    ...sent,
    at: noted_at.toISOString(),
    account,
    mode,
    action: 'send',
    right,
    transaction_id: '',
    source:
      balance_minor === null ? [] : [{ ...share, amount_minor: balance_minor, gross_minor: balance_minor }],
  })
}

/**
 * Adds payments in the vendors' ledgers, under references like ours, that have no payout in the database. A ledger may be too long to be
 * read from its start: the part that is stored in our database is read from it, and the rest from the vendor.
 */
async function addStrangers({ pool, accounts }: Deps, journal: PayerJournal): Promise<Unexplained[]> {
  const read = await readPaymentLines(pool)
  const found = read.lines.flatMap((line) => addLine(journal, line))
  for (const [account, { rail }] of accounts) {
    for (let cursor = read.cursors.get(account) ?? null; ; ) {
      const page = await rail.lines(cursor, AbortSignal.timeout(BANK_TIMEOUT_MS))
      const debits = page.lines.filter(({ direction, kind }) => direction === 'debit' && kind === 'payment')
      found.push(...debits.flatMap((line) => addLine(journal, { ...line, account })))
      if (page.isWhole || page.cursor === cursor) break
      cursor = page.cursor
    }
  }
  return found
}

function addLine(journal: PayerJournal, { account, reference, at, amountMinor }: PaymentLine): Unexplained[] {
  if (!reference?.startsWith('af-') || journal.ofReference(reference) !== undefined) return []
  // The worker identifies each payout by an id. The id of this payout is unknown, so a new one is made.
  const sent = {
    payout_id: randomUUID(),
    account_id: account,
    reference,
    ordered_at: at,
    is_dead: false,
  }
  return [
    stranger(journal, sent, "it is in the vendor's ledger, but not in the database", String(amountMinor)),
  ]
}

/** Records an unexplained reference as sent, so that every order under it is refused. */
function stranger(
  journal: PayerJournal,
  { account_id, reference, ordered_at, payout_id }: OrderedPayout,
  reason: string,
  amountMinor = '0',
): Unexplained {
  const intent: SendIntent = {
    at: ordered_at.toISOString(),
    reference,
    account: account_id,
    mode: '',
    action: 'send',
    right: `unknown//${reference}/payout/1`,
    attempt: 0,
    payout_id,
    transaction_id: '',
    bank_code: '',
    account_number: '',
    amount_minor: amountMinor,
    source: [],
  }
  journal.add(intent)
  return { scope: 'payout_account', subject: account_id, reason: `${reference}: ${reason}` }
}
