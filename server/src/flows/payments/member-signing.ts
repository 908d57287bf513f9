import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type Assertion, type RelyingParty, requireSignedBy } from '../../records/decisions/sign-decision.ts'
import type { Paying } from '../../records/payments/beneficiary-store.ts'
import { selectMemberPasskeys } from '../../records/payments/payment-order-store.ts'
import { refusalOfSignature } from '../../records/people/require-access.ts'

export type SigningDeps = Readonly<{ pool: Pool; relyingParty: RelyingParty }>

/** Refuses a signature that no passkey of the member made for this text. */
export async function requireOwnSignature(
  { pool, relyingParty }: SigningDeps,
  { memberId }: Paying,
  text: string,
  assertion: Assertion,
  what: string,
): Promise<void> {
  const passkeys = await selectMemberPasskeys(pool, memberId)
  await requireSignedBy(passkeys, relyingParty, text, assertion, what)
}

const refusals: Readonly<Record<string, () => Refusal>> = {
  AF500: () => new Refusal('role_missing', 'Your role does not allow payments. Ask an owner.'),
  AF501: () =>
    new Refusal(
      'reference_conflict',
      'You used this reference for another payment order. Choose a new reference.',
    ),
  AF503: () =>
    new Refusal('beneficiary_unknown', 'A beneficiary ended while you prepared this. Check the rows again.'),
  AF505: () => new Refusal('payment_order_unknown', 'Your business has no such payment order.'),
  AF506: () =>
    new Refusal('payment_order_over', 'This payment order was approved, withdrawn or refused before.'),
  // Nobody but its proposer sees an order that its proposer has not signed.
  AF507: () => new Refusal('payment_order_unknown', 'Your business has no such payment order.'),
  AF508: () => new Refusal('signature_invalid', 'This passkey is not yours, or was revoked.'),
  AF509: () => new Refusal('payment_limit_moved', 'The limit was changed meanwhile. Read it again.'),
  AF521: () =>
    new Refusal(
      'payee_restriction_moved',
      'The restriction was changed meanwhile, or is what you asked for already.',
    ),
  AF515: () => new Refusal('wallet_unknown', 'Your business has no such wallet in use.'),
  AF516: () => new Refusal('wallet_enrolled', 'Your business enrolled this wallet already.'),
  AF518: () => new Refusal('withdrawal_order_unknown', 'Your business has no such withdrawal.'),
  AF519: () =>
    new Refusal('withdrawal_order_over', 'This withdrawal was approved, cancelled or refused before.'),
}

/** Turns what PostgreSQL refuses into a refusal with words for people. */
export async function orRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code = '', detail = '' } = error as { code?: string; detail?: string }
    if (code === 'AF502')
      throw new Refusal(
        'reference_conflict',
        `Other payments of your business have these references: ${detail}. If you paid them before, do not pay them again.`,
      )
    if (code === 'AF517') throw refusalOfNew(detail)
    throw refusalOfSignature(error) ?? refusals[code]?.() ?? error
  }
}

/** What is new counts later, by the clock of PostgreSQL. */
function refusalOfNew(detail: string): Refusal {
  const [what, from] = detail.split(' ')
  return what === 'wallet'
    ? new Refusal(
        'wallet_cooling',
        `You can withdraw to this wallet from ${from}, or when another member approves it.`,
      )
    : new Refusal(
        'signing_paused',
        `Your passkey or your role is new. You can sign withdrawals from ${from}.`,
      )
}
