import { formatId, newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { inTransaction, type Pool } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { requireActor, requireApprover } from '../operators/operator-store.ts'
import { type Business, parseLinkTag, parseName } from './business.ts'
import { insertBusiness, lockTerms, requireBusiness, updateTerms } from './business-store.ts'
import { type AgreedTerms, printTerms } from './business-terms.ts'

/** Registers a business in both modes. It can use live mode only after two operators decide so. Refuses a link tag that is in use, so a repeated call creates nothing. */
export async function createBusiness(
  pool: Pool,
  input: { name: string; linkTag: string; actor: string; reason: string },
): Promise<Business> {
  const business = { id: newId(), name: parseName(input.name), linkTag: parseLinkTag(input.linkTag) }
  return inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    if (!(await insertBusiness(sql, business))) {
      throw new Refusal('link_tag_taken', `The link tag "${business.linkTag}" is taken. Choose another.`)
    }
    await appendAudit(sql, {
      actor,
      action: 'business.created',
      subject: formatId('business', business.id),
      reason: input.reason,
      details: { name: business.name, linkTag: business.linkTag },
    })
    return business
  })
}

/** Terms to change. A field that is undefined keeps its value. */
export type TermsChange = Readonly<{
  mayHoldBalance?: boolean | undefined
  feeFlatMinor?: bigint | undefined
  feeBps?: number | undefined
  feeCapMinor?: bigint | null | undefined
  defaultWallet?: AgreedTerms['defaultWallet'] | undefined
  dailyLimitMinor?: bigint | null | undefined
  velocityHourMinor?: bigint | null | undefined
  velocityWalletDayMinor?: bigint | null | undefined
  toleranceMinor?: bigint | undefined
  mayNumberCustomers?: boolean | undefined
}>

/**
 * Changes the terms of a business. Two operators are needed in both modes, because terms concern customers' money. The API applies the
 * change within seconds.
 */
export async function setBusinessTerms(
  pool: Pool,
  input: {
    business: string
    mode: Mode
    change: TermsChange
    actor: string
    approver: string | undefined
    reason: string
  },
): Promise<AgreedTerms> {
  return inTransaction(pool, async (sql) => {
    const actor = await requireActor(sql, input.actor)
    const approvedBy = await requireApprover(sql, { actor, approver: input.approver })
    const business = await requireBusiness(sql, input.business)
    const before = await lockTerms(sql, business.id, input.mode)
    assert(before !== undefined, 'a business must have both modes')
    const after = changeTerms(before, input.change)
    await updateTerms(sql, business.id, input.mode, after)
    await appendAudit(sql, {
      actor,
      approvedBy,
      action: 'business.terms_set',
      subject: formatId('business', business.id),
      reason: input.reason,
      details: { mode: input.mode, before: printTerms(before), after: printTerms(after) },
    })
    return after
  })
}

/** Returns the changed terms. Refuses an empty change and terms that make no sense. */
export function changeTerms(terms: AgreedTerms, change: TermsChange): AgreedTerms {
  if (Object.values(change).every((value) => value === undefined)) {
    throw new Refusal('terms_invalid', 'Nothing to change. Pass a fee, a wallet, a limit or --hold-balance.')
  }
  return requireSound(applyChange(terms, change))
}

function applyChange(terms: AgreedTerms, change: TermsChange): AgreedTerms {
  return {
    mayHoldBalance: change.mayHoldBalance ?? terms.mayHoldBalance,
    feePlan: {
      flatMinor: change.feeFlatMinor ?? terms.feePlan.flatMinor,
      bps: change.feeBps ?? terms.feePlan.bps,
      capMinor: changed(change.feeCapMinor, terms.feePlan.capMinor),
    },
    defaultWallet: changed(change.defaultWallet, terms.defaultWallet),
    dailyLimitMinor: changed(change.dailyLimitMinor, terms.dailyLimitMinor),
    velocityHourMinor: changed(change.velocityHourMinor, terms.velocityHourMinor),
    velocityWalletDayMinor: changed(change.velocityWalletDayMinor, terms.velocityWalletDayMinor),
    toleranceMinor: change.toleranceMinor ?? terms.toleranceMinor,
    mayNumberCustomers: change.mayNumberCustomers ?? terms.mayNumberCustomers,
  }
}

/** Null is a change: it removes a limit or a wallet. */
function changed<T>(to: T | undefined, from: T): T {
  return to === undefined ? from : to
}

function requireSound(terms: AgreedTerms): AgreedTerms {
  const { bps } = terms.feePlan
  if (!Number.isInteger(bps) || bps < 0 || bps > 10_000) {
    throw new Refusal(
      'terms_invalid',
      'Basis points must be a whole number from 0 to 10000; 50 is half a per cent.',
    )
  }
  const limits = [terms.dailyLimitMinor, terms.velocityHourMinor, terms.velocityWalletDayMinor]
  if (limits.some((minor) => minor !== null && minor <= 0n)) {
    throw new Refusal(
      'terms_invalid',
      'A limit must be above zero, or "none" for no limit. To stop a business, suspend it.',
    )
  }
  return terms
}
