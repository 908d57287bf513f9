import type { Clock } from '../../kernel/clock/clock.ts'
import { money } from '../../kernel/money/money.ts'
import { asTenant, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import { askWithin, type NameAnswer, type NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import { selectTerms } from '../../records/businesses/business-store.ts'
import { feeOf } from '../../records/fees/fee.ts'
import {
  type BankAccount,
  findBeneficiaries,
  type Paying,
  payeeLimits,
  takePayeeEnquiries,
} from '../../records/payments/beneficiary-store.ts'
import { createRowRules, type RowRules } from './row-rules.ts'

export type CheckDeps = Readonly<{
  pool: Pool
  /** Sees the business of the request only. */
  memberPool: Pool
  clock: Clock
  names: NameEnquiry
}>

/** One payment as a member typed it, or as their file has it. */
export type TypedPayment = Readonly<{
  bank: string
  accountNumber: string
  amount: string
  reference: string
  note: string
}>

type PaymentProblem = Readonly<{
  field: 'bank' | 'account_number' | 'amount' | 'reference' | 'note'
  code: RefusalCode
  message: string
}>

/** A payment with what we and its bank know about it. It can be made if it has no problems. */
export type CheckedPayment = Readonly<{
  number: number
  bank: Readonly<{ key: string; name: string }> | null
  accountNumber: string
  /** As the bank answered. */
  accountName: string | null
  amountMinor: bigint | null
  feeMinor: bigint | null
  reference: string
  note: string
  /** When one member may pay it alone. Null: it is no beneficiary yet. */
  settledAt: Date | null
  problems: readonly PaymentProblem[]
}>

const LONGEST_NOTE = 100
const ENQUIRIES_AT_ONCE = 20
const NAME_TIMEOUT_MS = 8_000

/** Checks each payment, and asks the banks for the names of accounts that are no beneficiaries yet. Changes nothing else. */
export async function checkPayments(
  deps: CheckDeps,
  paying: Paying,
  typed: readonly TypedPayment[],
): Promise<CheckedPayment[]> {
  const terms = await selectTerms(deps.pool, paying.businessId, paying.mode)
  const rules = createRowRules()
  const read = typed.map((one, place) => readPayment(one, place + 1, rules))
  const accounts = read.flatMap(({ bank, accountNumber, problems }) =>
    bank !== null && problems.every(({ field }) => field !== 'account_number')
      ? [{ bankCode: bank.key, accountNumber }]
      : [],
  )
  const known = await nameAccounts(deps, paying, accounts)
  return read.map((one) => {
    const found = one.bank && known.get(keyOf({ bankCode: one.bank.key, accountNumber: one.accountNumber }))
    const name = found && 'name' in found ? found : null
    const problems = [
      ...one.problems,
      ...(found && 'code' in found ? [{ field: 'account_number' as const, ...found }] : []),
    ]
    try {
      const fee = one.amountMinor && terms && feeOf(terms.feePlan, money('NGNC', one.amountMinor))
      return {
        ...one,
        accountName: name?.name ?? null,
        settledAt: name?.settledAt ?? null,
        feeMinor: fee ? fee.minor : null,
        problems,
      }
    } catch (error) {
      const amount = problemOf('amount', error)
      return { ...one, accountName: name?.name ?? null, settledAt: null, problems: [...problems, amount] }
    }
  })
}

type NamedAccount =
  | Readonly<{ name: string; settledAt: Date | null }>
  | Readonly<{ code: RefusalCode; message: string }>

/** Returns the name of each account: of the beneficiary, or as the bank answers now. */
async function nameAccounts(
  { memberPool, pool, clock, names }: CheckDeps,
  paying: Paying,
  accounts: readonly BankAccount[],
): Promise<ReadonlyMap<string, NamedAccount>> {
  const beneficiaries = await asTenant(memberPool, paying, async (sql) =>
    findBeneficiaries(sql, paying, accounts),
  )
  const known = new Map<string, NamedAccount>(
    beneficiaries.map((one) => [keyOf(one), { name: one.accountName, settledAt: one.settledAt }]),
  )
  const unknown = [...new Map(accounts.map((one) => [keyOf(one), one])).values()].filter(
    (one) => !known.has(keyOf(one)),
  )
  if (unknown.length === 0) return known
  const waitSeconds = await takePayeeEnquiries(pool, paying, unknown, clock.now())
  if (waitSeconds !== undefined)
    throw new Refusal(
      'name_enquiry_limit',
      `A business can ask for ${payeeLimits.hour} account names an hour and ${payeeLimits.day} a day. Try again in ${waitSeconds} s.`,
      { detail: { retry_after_seconds: waitSeconds } },
    )
  const waiting = unknown.values()
  const asker = async (): Promise<void> => {
    for (const account of waiting) {
      const query = { ...account, mode: paying.mode }
      known.set(keyOf(account), nameOf(await askWithin(names, query, NAME_TIMEOUT_MS)))
    }
  }
  await Promise.all(Array.from({ length: ENQUIRIES_AT_ONCE }, asker))
  return known
}

function nameOf(answer: NameAnswer | undefined): NamedAccount {
  if (answer === undefined)
    return { code: 'unavailable', message: 'The bank did not answer. Check this account again in a minute.' }
  if (answer.outcome === 'not_found')
    return {
      code: 'account_unknown',
      message: 'The bank has no account with this number. Check the number and the bank.',
    }
  return { name: answer.accountName, settledAt: null }
}

/** Reads one payment. Every problem is kept, so that a file need not be corrected five times. */
function readPayment(
  { bank, accountNumber, amount, reference, note }: TypedPayment,
  number: number,
  rules: RowRules,
): CheckedPayment {
  const problems: PaymentProblem[] = []
  const read = <T>(field: PaymentProblem['field'], reader: () => T): T | null => {
    try {
      return reader()
    } catch (error) {
      problems.push(problemOf(field, error))
      return null
    }
  }
  const found = read('bank', () => rules.bank(bank))
  read('account_number', () => rules.accountNumber(accountNumber))
  const amountMinor = read('amount', () => rules.amountMinor(amount))
  read('reference', () => rules.reference(reference, number))
  read('note', () => {
    if (note.length > LONGEST_NOTE)
      throw new Refusal('field_invalid', `A note has at most ${LONGEST_NOTE} characters.`)
  })
  return {
    number,
    bank: found && { key: found.key, name: found.name },
    accountNumber,
    accountName: null,
    amountMinor,
    feeMinor: null,
    reference,
    note,
    settledAt: null,
    problems,
  }
}

function problemOf(field: PaymentProblem['field'], error: unknown): PaymentProblem {
  if (!(error instanceof Refusal)) throw error
  return { field, code: error.code, message: error.message }
}

function keyOf({ bankCode, accountNumber }: BankAccount): string {
  return `${bankCode}/${accountNumber}`
}
