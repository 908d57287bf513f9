import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type AgreedTerms, readTerms, type TermsRow } from './business-terms.ts'

/** Locked until the caller's transaction ends, so that two changes follow each other and each is audited against the last. */
export async function lockTerms(sql: Sql, businessId: string, mode: Mode): Promise<AgreedTerms | undefined> {
  const { rows } = await sql.query<TermsRow & { hourMinor: string | null; walletDayMinor: string | null }>(
    `select may_hold_balance as "mayHoldBalance", fee_flat_minor as "feeFlatMinor", fee_bps as "feeBps",
       fee_cap_minor as "feeCapMinor", default_network as "defaultNetwork",
       default_wallet_address as "defaultWalletAddress", daily_limit_minor as "dailyLimitMinor",
       velocity_hour_minor as "hourMinor", velocity_wallet_day_minor as "walletDayMinor"
     from business_mode where business_id = $1 and mode = $2 for update`,
    [businessId, mode],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const { hourMinor, walletDayMinor } = row
  return {
    ...readTerms(row),
    velocityHourMinor: hourMinor === null ? null : BigInt(hourMinor),
    velocityWalletDayMinor: walletDayMinor === null ? null : BigInt(walletDayMinor),
  }
}

export async function updateTerms(
  sql: Sql,
  businessId: string,
  mode: Mode,
  terms: AgreedTerms,
): Promise<void> {
  const { mayHoldBalance, feePlan, defaultWallet } = terms
  await sql.query(
    `update business_mode set may_hold_balance = $3, fee_flat_minor = $4, fee_bps = $5, fee_cap_minor = $6,
       default_network = $7, default_wallet_address = $8, daily_limit_minor = $9,
       velocity_hour_minor = $10, velocity_wallet_day_minor = $11
     where business_id = $1 and mode = $2`,
    [
      businessId,
      mode,
      mayHoldBalance,
      feePlan.flatMinor,
      feePlan.bps,
      feePlan.capMinor,
      defaultWallet?.network,
      defaultWallet?.address,
      terms.dailyLimitMinor,
      terms.velocityHourMinor,
      terms.velocityWalletDayMinor,
    ],
  )
}
