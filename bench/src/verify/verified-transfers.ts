import { decisionsAbout, requireDecided } from '@afara/vault/signer/money/require-decided.ts'
import { readFacts, type TransferFacts } from '@afara/vault/signer/money/transfer-facts.ts'
import type { Verified, VerifiedPayment } from './verify-cost.ts'

/** Reads transfers that the bench made, as the signer reads them before it signs. */
export async function readVerifiedTransfers(
  pool: Parameters<typeof readFacts>[0],
  most: number,
): Promise<VerifiedPayment[]> {
  const { rows } = await pool.query<{ id: string }>('select id from transfer order by id limit $1', [most])
  const all = await readFacts(
    pool,
    rows.map(({ id }) => id),
  )
  return [...all.values()].flatMap((facts): VerifiedPayment[] => {
    const { transaction, right, network } = facts
    if (transaction === null || right === null) return []
    const amount_minor = transaction.amount_minor
    return [
      {
        transactionId: right.transaction_id,
        release: { action: 'release', amount_minor, network, address: right.address },
        plain: verified(facts, right.transaction_id, amount_minor),
        decided: verified(
          { ...facts, transaction: { ...transaction, releases: 1 } },
          right.transaction_id,
          amount_minor,
        ),
      },
    ]
  })
}

function verified(facts: TransferFacts, transactionId: string, amountMinor: string): Verified {
  return {
    about: decisionsAbout([facts], () => false),
    require: (decisions) =>
      requireDecided(facts, { transactionId, heldMinor: BigInt(amountMinor) }, decisions),
  }
}
