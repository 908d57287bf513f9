import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import {
  type DueRow,
  findDueRows,
  findWorkedBatch,
  isSellOfRow,
  noteRowRefusals,
  settleBatch,
} from '../../records/batches/batch-work-store.ts'
import { acceptBatchSells } from '../../records/transactions/accepting/sell-store.ts'
import type { Nudge, Wake } from '../../records/transactions/wake-store.ts'
import { driveOnce } from '../advance/drive-object.ts'
import {
  createItemSells,
  type DueItem,
  itemKeys,
  type PayDeps,
  payDueItems,
} from '../payments/pay-due-items.ts'
import type { SellAcceptance } from '../sells/accept-sell.ts'
import { checkBatch } from './check-batch.ts'

export type BatchDeps = PayDeps &
  Readonly<{ names: NameEnquiry; onFailure: (batchId: string, error: unknown) => void }>

// One group of accepted sells is one commit.
const AT_ONCE = 250
/** So many sells of a batch are on their way to a bank at a time. More would only stand before the payouts of others. */
const UNDER_WAY = 1_000

const keys = itemKeys('batch')

/** Accepts sells that pay rows of confirmed batches. */
export function createBatchSells(deps: Readonly<{ pool: Pool; clock: Clock }>): SellAcceptance {
  return createItemSells(deps, async (sells) =>
    acceptBatchSells(
      deps.pool,
      sells.map((sell) => {
        const { listId: batchId, number } = keys.read(sell.idempotencyKey)
        return { batchId, number, sell }
      }),
    ),
  )
}

/** Checks the rows of a new batch. Of a confirmed one, accepts a sell for each row that has none, and ends it with its last sell. */
export async function advanceBatch(deps: BatchDeps, id: string): Promise<Nudge | undefined> {
  const { pool, clock, onFailure } = deps
  return driveOnce({ pool, clock, unknown: 'batch_unknown', onFailure }, id, async (wake) =>
    workOn(deps, id, wake),
  )
}

async function workOn(deps: BatchDeps, id: string, { failureCount }: Wake): Promise<void> {
  const { pool, clock } = deps
  const batch = await findWorkedBatch(pool, id)
  if (batch === undefined) throw new Refusal('batch_unknown', `There is no batch ${id}.`)
  const { businessId, mode, isConfirmed } = batch
  if (!isConfirmed) return checkBatch(deps, { id, mode, failureCount })
  if (!batch.isActive) throw new Error('the business is suspended')
  await payDueItems(deps, {
    id,
    tenant: { businessId, mode },
    keys,
    findDue: async () => (await findDueRows(pool, id, { most: AT_ONCE, underWay: UNDER_WAY })).map(toDue),
    isSellOf: async (sellId, number) => isSellOfRow(pool, sellId, id, number),
    noteRefusals: async (refusals) => noteRowRefusals(pool, id, refusals, clock.now()),
  })
  return settleBatch(pool, id, clock.now())
}

function toDue({ bankCode, bankName, accountNumber, accountName, ...row }: DueRow): DueItem {
  return { ...row, payee: { bankCode, bankName, accountNumber, accountName } }
}
