import { randomBytes } from 'node:crypto'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { business, capital, posting } from '@afara/server/records/ledger/account.ts'
import { postEntry } from '@afara/server/records/ledger/ledger-store.ts'
import { clearWithdrawal } from '@afara/server/records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '@afara/server/records/transactions/transaction-store.ts'
import type { createDeliveryWorld } from './delivery-world.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

type World = Pick<
  Awaited<ReturnType<typeof createDeliveryWorld>>,
  'owner' | 'api' | 'worker' | 'clock' | 'business'
>

/** Creates a cleared withdrawal on Polygon that is queued for a lane. Credits its tokens to the balance first. */
export async function clearedWithdrawal({ owner, api, worker, clock, business: shop }: World, naira: number) {
  const amount = money('NGNC', BigInt(naira) * 100n)
  const address = `0x${randomBytes(20).toString('hex')}`
  const at = clock.now()
  await postEntry(owner, {
    id: newId(),
    mode: 'test',
    transactionId: null,
    step: 'test',
    at,
    postings: [posting(capital, business(shop), amount)],
  })
  const wallet = { network: 'Polygon', address }
  const reference = `withdrawal-${newId()}`
  const id = await requestWithdrawal(api, { businessId: shop, amount, wallet, at, reference })
  const transaction = await findTransaction(worker, id)
  if (transaction === undefined) throw new Error('there is no such withdrawal')
  const screening = { list: undefined, subjects: [], hits: [] }
  await clearWithdrawal(worker, { transaction, screening, wallet: { outcome: 'known' } }, at)
  return { id, address, minor: amount.minor, reference }
}
