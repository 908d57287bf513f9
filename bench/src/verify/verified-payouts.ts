import { type PayoutFacts, readPayoutFacts } from '@afara/vault/payer/money/payout-facts.ts'
import { decisionsAbout, requireDecided } from '@afara/vault/payer/money/require-decided.ts'
import type { Verified, VerifiedPayment } from './verify-cost.ts'

/** Reads payouts that the bench made, as the payer reads them before it pays. */
export async function readVerifiedPayouts(
  pool: Parameters<typeof readPayoutFacts>[0],
  most: number,
): Promise<VerifiedPayment[]> {
  const { rows } = await pool.query<{ id: string }>('select id from payout order by id limit $1', [most])
  const all = await readPayoutFacts(
    pool,
    rows.map(({ id }) => id),
  )
  return [...all.values()].flatMap((facts): VerifiedPayment[] => {
    const { transaction, right } = facts
    if (transaction === null || right === null) return []
    const { bank_code, account_number, account_name } = right
    const amount_minor = transaction.amount_minor
    return [
      {
        transactionId: right.transaction_id,
        release: { action: 'release', amount_minor, bank_code, account_number, account_name },
        plain: verified(facts, right, amount_minor),
        decided: verified({ ...facts, transaction: { ...transaction, releases: 1 } }, right, amount_minor),
      },
    ]
  })
}

function verified(facts: PayoutFacts, right: NonNullable<PayoutFacts['right']>, heldMinor: string): Verified {
  const payout = {
    transactionId: right.transaction_id,
    heldMinor: BigInt(heldMinor),
    amountMinor: BigInt(right.amount_minor),
    bankCode: right.bank_code,
    accountNumber: right.account_number,
  }
  return {
    about: decisionsAbout([facts], () => false),
    require: (decisions) => requireDecided(facts, payout, decisions),
  }
}
