import { type AllocationFacts, isEntry, type LineFacts } from './facts.ts'

type CreditDoubt = 'not_funded' | 'credit_doubtful' | 'credit_taken_back' | 'credit_under_lien' | 'frozen'

/** The caller's own function for refusals. */
type RefuseUnless = (condition: boolean, code: CreditDoubt, message: string) => asserts condition

/** The transaction that a credit funds, and our account into which it must be paid. */
type Funded = Readonly<{ mode: string; transactionId: string; businessId: string | null; accountId: string }>

/** The part of a credit that funds a right. */
export type CreditShare = Readonly<{
  /** `<bank>:<number>` of the account into which it was paid. */
  account: string
  /** `<source>:<external id>` for each source. */
  names: readonly string[]
  /** The rail's own id of the payment; null unless it is known in full. */
  session_id: string | null
  amount_minor: string
  gross_minor: string
}>

/** Judges an allocation: its bank line must be a payment into our account, and its naira must still be there. */
export function judgeCredit(
  allocation: AllocationFacts,
  { mode, transactionId, businessId, accountId }: Funded,
  refuseUnless: RefuseUnless,
): CreditShare {
  const { line, amount_minor } = allocation
  refuseUnless(
    allocation.mode === mode && allocation.business_id === businessId,
    'not_funded',
    'the allocation belongs to another business or mode',
  )
  refuseUnless(
    isEntry(allocation.entry, { mode, transactionId }, [
      `suspense: / held:${transactionId} NGN ${amount_minor}`,
    ]),
    'not_funded',
    'the allocation is not in the ledger',
  )
  refuseUnless(line !== null && line.account !== null, 'not_funded', 'the allocation has no bank line')
  const { account } = line
  refuseUnless(
    line.mode === mode &&
      account.mode === mode &&
      (account.id === accountId || isToOwnNumber(line, transactionId)),
    'not_funded',
    'the credit was paid into another account than the one that the buy names',
  )
  // A line that a source does not call a payment may only be allocated by operators, not by matching.
  refuseUnless(
    line.kind === 'payment' || allocation.is_by_people,
    'credit_doubtful',
    `the bank line is of kind ${line.kind}, and matching may allocate only payments`,
  )
  refuseUnless(account.state !== 'frozen', 'frozen', 'the account that the naira was paid into is frozen')
  refuseUnless(!line.is_taken_back, 'credit_taken_back', 'the bank recalled the naira')
  refuseUnless(!line.has_lien, 'credit_under_lien', 'the naira is under a lien')
  const gross = requireBooked(line, mode, refuseUnless)
  refuseUnless(
    BigInt(line.used_minor) <= gross && BigInt(amount_minor) <= gross,
    'not_funded',
    'more was allocated from the bank line than it has',
  )
  return { ...nameCredit(line, refuseUnless), amount_minor, gross_minor: String(gross) }
}

/**
 * Tells whether the bank reports the payment to a number that only this transaction had at that time. A vendor gives a number to several
 * payers in turn, so a number that two transactions had proves nothing, and neither do reports that name different numbers.
 */
function isToOwnNumber({ paid_numbers, number_owners }: LineFacts, transactionId: string): boolean {
  return paid_numbers.length === 1 && number_owners.length === 1 && number_owners[0] === transactionId
}

/** Returns the amount that the payer paid. The line and the ledger must agree on it. */
function requireBooked(line: LineFacts, mode: string, refuseUnless: RefuseUnless): bigint {
  const gross = BigInt(line.gross_minor)
  const settled = BigInt(line.settled_minor)
  const postings = [
    ...(settled > 0n ? [`bank:${line.account?.id} / suspense: NGN ${settled}`] : []),
    ...(gross > settled ? [`expense:bank / suspense: NGN ${gross - settled}`] : []),
  ]
  refuseUnless(
    line.direction === 'credit' && isEntry(line.entry, { mode, transactionId: null }, postings),
    'not_funded',
    'the bank line is not in the ledger',
  )
  if (line.late_fee_minor === null) return gross
  const fee = [`expense:bank / suspense: NGN ${line.late_fee_minor}`]
  refuseUnless(
    isEntry(line.late_fee, { mode, transactionId: null }, fee),
    'not_funded',
    'the fee of the bank line is not in the ledger',
  )
  return gross + BigInt(line.late_fee_minor)
}

/**
 * Returns every name that a bank gave to the payment. Refuses a payment without a name, because it could be used again under another name.
 */
function nameCredit(
  line: LineFacts,
  refuseUnless: RefuseUnless,
): Pick<CreditShare, 'account' | 'names' | 'session_id'> {
  const { account, readings } = line
  const names = readings.map(({ source, external_id }) => `${source}:${external_id}`)
  const sessions = readings.map(({ session_id }) => session_id)
  refuseUnless(
    names.length > 0 &&
      readings.every((reading) => reading.account_id === account?.id && reading.direction === 'credit') &&
      (line.session_id === null || sessions.includes(line.session_id)),
    'credit_doubtful',
    'no bank report supports the bank line',
  )
  return {
    account: `${account?.bank_code}:${account?.account_number}`,
    names,
    session_id: sessions.find(isFullSession) ?? null,
  }
}

/** Tells whether the text is the rail's full session id. A vendor may use an id of another format twice. */
function isFullSession(text: string | null): text is string {
  return text !== null && /^[0-9]{30}$/.test(text)
}

/** Returns all keys of a credit. The same name at another of our accounts is another credit. */
export function creditKeys(mode: string, credit: CreditShare): string[] {
  const names = credit.session_id === null ? credit.names : [...credit.names, `session:${credit.session_id}`]
  return names.map((name) => `${mode}|${credit.account}|${name}`)
}
