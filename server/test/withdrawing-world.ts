import { advanceWithdrawal } from '@afara/server/flows/withdrawals/advance-withdrawal.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { business, capital, held, posting } from '@afara/server/records/ledger/account.ts'
import { postEntry, readBalance } from '@afara/server/records/ledger/ledger-store.ts'
import {
  type Clearing,
  clearWithdrawal,
  findDrivenWithdrawal,
} from '@afara/server/records/transactions/clearing/clearing-store.ts'
import type { TestDatabase } from '@afara/stack/postgres/test-database.ts'
import { createClearingWorld, polygonWallet } from './clearing-world.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

/** Extends the clearing world with businesses that withdraw their balance to a wallet. */
export async function createWithdrawingWorld(database?: TestDatabase) {
  const world = await createClearingWorld(database)
  const { owner, worker, api, clock } = world
  const deps = {
    ...world.deps,
    clear: async (clearing: Clearing) => clearWithdrawal(worker, clearing, clock.now()),
  }
  const tokensOf = async (account: ReturnType<typeof business>): Promise<bigint> =>
    (await readBalance(worker, 'test', account, 'NGNC')).minor

  const advance = async (id: string) => {
    const withdrawal = await findDrivenWithdrawal(worker, id)
    if (withdrawal === undefined) throw new Error('there is no such withdrawal')
    return advanceWithdrawal(deps, withdrawal, clock.now())
  }

  return {
    ...world,
    deps,
    /** Creates a withdrawal of a whole balance to a wallet on Polygon. */
    withdraw: async (naira: number, given: { shop?: string; address?: string } = {}) => {
      const shop = given.shop ?? (await world.openBusiness())
      const amount = money('NGNC', BigInt(naira) * 100n)
      await postEntry(owner, {
        id: newId(),
        mode: 'test',
        transactionId: null,
        step: 'test',
        at: clock.now(),
        postings: [posting(capital, business(shop), amount)],
      })
      const wallet = { ...polygonWallet, ...(given.address && { address: given.address }) }
      const id = await requestWithdrawal(api, { businessId: shop, amount, wallet, at: clock.now() })
      return { shop, withdrawal: id }
    },
    advance,
    /** Runs the steps of the driver that are due, at most three. */
    drive: async (id: string) => world.driveWith(advance, id),
    balanceOf: async (shop: string) => tokensOf(business(shop)),
    heldBy: async (withdrawal: string) => tokensOf(held(withdrawal)),
  }
}
