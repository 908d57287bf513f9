import { PayerUnavailable, type PayoutRail } from '../../../movements/payouts/payout-rail.ts'
import { createPayerClient, type PayerSettings } from './payer-client.ts'
import {
  readAnswers,
  readBalance,
  readJournal,
  readPayoutLines,
  readReadings,
  writeOrders,
} from './payer-wire.ts'

const MOST_RECORDS = 500

/** The payer process over HTTP, as the worker knows it. Whatever is not a whole answer about every payout is no answer. */
export function createVaultPayer(settings: PayerSettings): PayoutRail {
  const ask = createPayerClient(settings)
  return {
    send: async (orders, signal) => {
      if (orders.length === 0) return []
      return requireAll(
        orders.map(({ payoutId }) => payoutId),
        readAnswers(await ask('/v1/send', signal, writeOrders(orders))),
      )
    },
    requery: async (payoutIds, signal) => {
      if (payoutIds.length === 0) return []
      return requireAll(payoutIds, readReadings(await ask('/v1/requery', signal, { payout_ids: payoutIds })))
    },
    balance: async (accountId, signal) => readBalance(await ask(`/v1/accounts/${accountId}/balance`, signal)),
    lines: async (accountId, cursor, signal) => {
      const query = cursor === null ? '' : `?${new URLSearchParams({ cursor }).toString()}`
      return readPayoutLines(await ask(`/v1/accounts/${accountId}/lines${query}`, signal))
    },
    journal: async (after, signal) => {
      const page = readJournal(await ask(`/v1/journal?after=${after}&most=${MOST_RECORDS}`, signal))
      const last = Math.max(page.last, after)
      return { payouts: page.payouts, last, isWhole: last >= page.count }
    },
  }
}

function requireAll<T extends Readonly<{ payoutId: string }>>(asked: readonly string[], told: T[]): T[] {
  const isWhole =
    told.length === asked.length && asked.every((payoutId, place) => told[place]?.payoutId === payoutId)
  if (!isWhole) throw new PayerUnavailable(`the payer answered ${told.length} of ${asked.length}`)
  return told
}
