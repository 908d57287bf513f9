import type { Pool } from '../../kernel/postgres/pool.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import type { Assertion } from '../../records/decisions/sign-decision.ts'
import {
  insertPayeeRestriction,
  type PayeeRestriction,
  type Paying,
  readPayeeRestriction,
} from '../../records/payments/beneficiary-store.ts'
import { formatPayeeRestriction } from '../../records/payments/payment-text.ts'
import { orRefused, requireOwnSignature, type SigningDeps } from './member-signing.ts'

type RestrictDeps = SigningDeps & Readonly<{ memberPool: Pool }>

/** Turning the restriction on or off, before an owner signs it. */
export type RestrictionDraft = Readonly<{ version: number; isOn: boolean; text: string }>

export async function draftPayeeRestriction(
  { memberPool }: Pick<RestrictDeps, 'memberPool'>,
  paying: Paying,
  isOn: boolean,
): Promise<RestrictionDraft> {
  const { version } = await asTenant(memberPool, paying, async (sql) => readPayeeRestriction(sql, paying))
  const next = { ...paying, version: version + 1, isOn }
  return { version: next.version, isOn, text: formatPayeeRestriction(next) }
}

/** Restricts sells to beneficiaries, or ends that, as the owner signed it. */
export async function restrictPayees(
  deps: RestrictDeps,
  paying: Paying,
  { version, isOn }: Omit<RestrictionDraft, 'text'>,
  assertion: Assertion,
): Promise<PayeeRestriction> {
  const text = formatPayeeRestriction({ ...paying, version, isOn })
  await requireOwnSignature(deps, paying, text, assertion, 'restriction')
  await orRefused(insertPayeeRestriction(deps.pool, paying, { version, isOn, text }, assertion))
  return asTenant(deps.memberPool, paying, async (sql) => readPayeeRestriction(sql, paying))
}
