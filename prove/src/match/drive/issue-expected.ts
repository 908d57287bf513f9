import { issueExpectedPayment } from '@afara/server/flows/buys/issue-expected-payment.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { assert } from '@afara/server/kernel/refusal.ts'
import { askForNumber, noteNumber } from '@afara/server/movements/collections/collection-number-store.ts'
import { NUMBER_VALID } from '../world/honest-payments.ts'
import type { Claim } from '../world/world.ts'
import { remember } from './accept-claims.ts'
import { accountNumberOf } from './set-stage.ts'
import { dateOf, type Stage } from './stage.ts'

const terms = {
  mayHoldBalance: true,
  feePlan: { flatMinor: 0n, bps: 0, capMinor: null },
  defaultWallet: null,
  dailyLimitMinor: null,
}

/** Issues expected payments with unique amounts, as the API does. */
export async function issueExpected(stage: Stage, claims: readonly Claim[]): Promise<void> {
  const waiting = claims.values()
  const lane = async () => {
    for (const claim of waiting) await issue(stage, claim, claim.amountMinor)
  }
  await Promise.all([lane(), lane()])
}

async function issue(stage: Stage, claim: Claim, amountMinor: bigint): Promise<void> {
  const tenant = { businessId: stage.businessIds[claim.business] ?? '', mode: 'live' } as const
  const deps = { pool: stage.pools.api, clock: { now: () => dateOf(claim.at) } }
  const { buy, expected } = await issueExpectedPayment(
    deps,
    { tenant, terms },
    {
      amount: money('NGN', amountMinor),
      addsKobo: claim.number === null,
      payInto: payInto(stage, claim),
      wallet: null,
      reference: `claim-${claim.index}`,
      idempotencyKey: null,
    },
  )
  remember(stage, claim.index, buy.id)
  if (claim.number !== null) await giveNumber(stage, claim, buy.id, claim.number)
  stage.asked.set(claim.index, { amountMinor: expected.amount.minor, code: expected.code })
}

/** Obtains the number of a payment, as an opened page does. */
async function giveNumber({ pools }: Stage, { at }: Claim, transactionId: string, number: string) {
  const id = newId()
  const asked = { id, transactionId, vendors: ['kora'], at: dateOf(at), patienceMs: 15_000 }
  const { outcome } = await askForNumber(pools.api, asked)
  assert(outcome === 'ask', `a vendor was not asked for a number: ${outcome}`)
  const answer = { kind: 'given', number, bankName: 'Wema Bank', accountName: 'Afara' } as const
  const validUntil = dateOf(at + NUMBER_VALID)
  await noteNumber(pools.api, { id, answer: { ...answer, validUntil }, isLate: false, at: dateOf(at) })
}

function payInto(stage: Stage, { account }: Claim) {
  const { feed = 'monnify' } = stage.world.accounts[account] ?? {}
  return {
    id: stage.accountIds[account] ?? '',
    mode: 'live',
    businessId: null,
    name: 'Afara',
    accountNumber: accountNumberOf(account),
    bankCode: '000023',
    bankName: 'Providus Bank',
    state: 'active',
    feed,
  } as const
}
