import { type AdvanceDeps, advanceTransaction } from '../../flows/advance/advance-transaction.ts'
import { groupDriving } from '../../flows/advance/group-driving.ts'
import { advanceBuy } from '../../flows/buys/advance-buy.ts'
import { advanceDrill } from '../../flows/drills/drills.ts'
import { advanceReturn } from '../../flows/payouts/advance-return.ts'
import { advanceSell } from '../../flows/sells/advance-sell.ts'
import { createWalletAsks } from '../../flows/wallets/ask-wallets.ts'
import { advanceWithdrawal } from '../../flows/withdrawals/advance-withdrawal.ts'
import {
  type Clearing,
  clearBuys,
  clearWithdrawal,
  findDrivenBuys,
  findDrivenWithdrawal,
} from '../../records/transactions/clearing/clearing-store.ts'
import {
  clearSells,
  findDrivenSells,
  type SellClearing,
} from '../../records/transactions/clearing/sell-clearing-store.ts'
import type { TransactionType } from '../../records/transactions/machines/machines.ts'
import { type Driven, findDriven, type Transaction } from '../../records/transactions/transaction-store.ts'
import { type Advance, createDurableObject, createTransactionGroup } from './durable-objects.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Creates one kind of durable object for each type of transaction, and the one that advances transactions together. */
export function createTransactionObjects(deps: WorkerDeps) {
  const { pool, clock, logger } = deps
  const onFailure = ({ id, status }: Transaction, error: unknown): void =>
    logger.error({ transactionId: id, status, err: error }, 'step failed; retrying')
  const driving = { pool, clock, onFailure }
  const buys = groupDriving({
    find: async (ids) => findDrivenBuys(pool, ids),
    clear: async (group: readonly Clearing[]) => clearBuys(pool, group, clock.now()),
  })
  const askWallet = createWalletAsks({
    chains: deps.chains,
    onFailure: (network, error) => logger.warn({ network, err: error }, 'wallet check failed'),
  })
  const buying = { ...deps, askWallet, clear: buys.clear }
  const sells = groupDriving({
    find: async (ids) => findDrivenSells(pool, ids),
    clear: async (group: readonly SellClearing[]) => clearSells(pool, group, clock.now()),
  })
  const selling = { ...deps, clear: sells.clear }
  const withdrawing = {
    ...deps,
    askWallet,
    clear: async (clearing: Clearing) => clearWithdrawal(pool, clearing, clock.now()),
  }
  const advances = new Map<TransactionType, Advance>([
    advancing('buy', {
      ...driving,
      find: async (_, id) => buys.find(id),
      step: async (buy, now) => advanceBuy(buying, buy, now),
    }),
    advancing('sell', {
      ...driving,
      find: async (_, id) => sells.find(id),
      step: async (sell, now) => advanceSell(selling, sell, now),
    }),
    advancing('withdrawal', {
      ...driving,
      find: findDrivenWithdrawal,
      step: async (withdrawal, now) => advanceWithdrawal(withdrawing, withdrawal, now),
    }),
    advancing('return', {
      ...driving,
      find: findDriven,
      step: async (credit, now) => advanceReturn(deps, credit, now),
    }),
    advancing('drill', {
      ...driving,
      find: findDriven,
      step: async (drill, now) => advanceDrill(pool, drill, now),
    }),
  ])
  return [
    ...[...advances].map(([type, advance]) => createDurableObject(type, advance, clock)),
    createTransactionGroup(advances, clock, ({ type, subjectId }, error) =>
      logger.error({ transactionId: subjectId, type, err: error }, 'transaction cannot be advanced'),
    ),
  ]
}

/** Returns what advances the transactions of a type. */
function advancing<T extends Driven>(
  type: TransactionType,
  deps: AdvanceDeps<T>,
): readonly [TransactionType, Advance] {
  return [type, async (id) => advanceTransaction(deps, type, id)]
}
