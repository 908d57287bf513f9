import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { assert } from '@afara/server/kernel/refusal.ts'
import { acceptBuys, type NewBuy } from '@afara/server/records/transactions/accepting/buy-store.ts'
import type { Claim } from '../world/world.ts'
import { dateOf, type Stage } from './stage.ts'

const PAYMENT_WINDOW_MS = 7 * 24 * 60 * 60 * 1000
const GROUP = 256
const MEANING = Buffer.alloc(32, 0xab)

/** Accepts buys as the API does: many in one commit. */
export async function acceptClaims(stage: Stage, claims: readonly Claim[]): Promise<void> {
  for (let first = 0; first < claims.length; first += GROUP) {
    const group = claims.slice(first, first + GROUP)
    const buys = group.map((claim) => toBuy(stage, claim))
    const answers = await acceptBuys(stage.pools.api, buys)
    assert(
      answers.every(({ accepted }) => accepted),
      'a claim was not accepted: its reference is not unique',
    )
    for (const [place, buy] of buys.entries()) remember(stage, group[place]?.index ?? -1, buy.id)
  }
}

export function remember(stage: Stage, claim: number, buyId: string): void {
  stage.buyIds.set(claim, buyId)
  stage.claimsOfBuys.set(buyId, claim)
}

function toBuy(stage: Stage, claim: Claim): NewBuy {
  const { typed } = claim
  assert(typed !== null, 'a claim of an expected payment has no payer details, and must be issued instead')
  const createdAt = dateOf(claim.at)
  return {
    id: newId(),
    businessId: stage.businessIds[claim.business] ?? '',
    mode: 'live',
    reference: `claim-${claim.index}`,
    idempotencyKey: null,
    meaning: MEANING,
    amount: money('NGN', amountOf(stage, claim)),
    fee: money('NGN', 0n),
    vendorAccountId: stage.accountIds[claim.account] ?? '',
    payer: {
      bankCode: typed.bank.key,
      bankName: typed.bank.name,
      accountNumber: typed.accountNumber,
      accountName: typed.name,
    },
    wallet: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + PAYMENT_WINDOW_MS),
  }
}

/** Returns the amount of a claim. A thief who saw an expected payment claims exactly its amount. */
function amountOf({ world, asked }: Stage, claim: Claim): bigint {
  const seen = world.tailOf.get(claim.index)
  if (seen === undefined) return asked.get(claim.index)?.amountMinor ?? claim.amountMinor
  const amount = asked.get(seen)?.amountMinor
  assert(amount !== undefined, 'the expected payment that a thief copies must be issued first')
  return amount
}
