import { meaningOf } from '@afara/server/flows/accept/request-identity.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Mode } from '@afara/server/kernel/mode.ts'
import type { Money } from '@afara/server/kernel/money/money.ts'
import type { Sql } from '@afara/server/kernel/postgres/pool.ts'
import type { SignedRequest } from '@afara/server/records/keys/message-signature.ts'
import { acceptWithdrawals } from '@afara/server/records/transactions/accepting/withdrawal-store.ts'
import type { Wallet } from '@afara/server/records/transactions/wallets/wallet.ts'

/** Accepts a withdrawal as the API does, in test mode unless told otherwise, and returns its id. */
export async function requestWithdrawal(
  api: Sql,
  asked: Readonly<{
    businessId: string
    amount: Money
    wallet: Wallet
    at: Date
    mode?: Mode
    reference?: string
    signed?: SignedRequest
  }>,
): Promise<string> {
  const { businessId, amount, wallet, at } = asked
  const id = newId()
  const [answer] = await acceptWithdrawals(api, [
    {
      id,
      businessId,
      mode: asked.mode ?? 'test',
      reference: asked.reference ?? `ref-${id}`,
      idempotencyKey: null,
      amount,
      wallet,
      createdAt: at,
      guardSince: undefined,
      signed: asked.signed,
      meaning: meaningOf(['withdrawal', amount.minor, wallet.network, wallet.address]),
    },
  ])
  if (answer?.outcome !== 'accepted') throw new Error(`the withdrawal was ${answer?.outcome}`)
  return id
}
