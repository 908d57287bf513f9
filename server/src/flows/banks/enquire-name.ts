import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool, Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { askWithin, type NameAnswer, type NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import { enquiryLimits, takeNameEnquiry } from '../../movements/payouts/name-enquiry-store.ts'
import { compareNames } from '../../records/names/compare-names.ts'
import { initialsOf } from '../../records/names/name-words.ts'

export const nameOutcomes = [
  'match',
  'near',
  'different',
  'unknown',
  'found',
  'not_found',
  'no_answer',
] as const

/**
 * The answer about an account, with the name that the bank has for it. `initials` only if the caller gave no name. Callers may pay from this
 * business, each enquiry is recorded, and a business can make few of them: enough to pay, too few to list who banks where.
 */
export type NameVerdict = Readonly<{
  outcome: (typeof nameOutcomes)[number]
  initials: string | null
  accountName: string | null
}>

export type NameQuestion = Readonly<{
  tenant: Tenant
  keyId: string
  bankCode: string
  accountNumber: string
  accountName: string | null
}>

type EnquireDeps = Readonly<{ pool: Pool; clock: Clock; nameEnquiry: NameEnquiry }>

const NAME_ENQUIRY_TIMEOUT_MS = 2_500

/** Asks a bank who owns an account and compares the answer with the given name. Records each enquiry before it is made. */
export async function enquireName(
  { pool, clock, nameEnquiry }: EnquireDeps,
  { tenant, keyId, bankCode, accountNumber, accountName }: NameQuestion,
): Promise<NameVerdict> {
  const hasName = accountName !== null
  const asks = { tenant, keyId, bankCode, accountNumber, hasName }
  const waitSeconds = await takeNameEnquiry(pool, asks, clock.now())
  if (waitSeconds !== undefined) throw tooManyEnquiries(waitSeconds)
  const query = { bankCode, accountNumber, mode: tenant.mode }
  return judge(await askWithin(nameEnquiry, query, NAME_ENQUIRY_TIMEOUT_MS), accountName)
}

function judge(answer: NameAnswer | undefined, given: string | null): NameVerdict {
  if (answer === undefined) return { outcome: 'no_answer', initials: null, accountName: null }
  if (answer.outcome === 'not_found') return { outcome: 'not_found', initials: null, accountName: null }
  const { accountName: found } = answer
  if (given === null) return { outcome: 'found', initials: initialsOf(found), accountName: found }
  return { outcome: compareNames(given, found), initials: null, accountName: found }
}

function tooManyEnquiries(waitSeconds: number): Refusal {
  return new Refusal(
    'name_enquiry_limit',
    `A business can make ${enquiryLimits.minute} name enquiries a minute and ${enquiryLimits.day} a day. Try again in ${waitSeconds} s.`,
    { detail: { retry_after_seconds: waitSeconds } },
  )
}
