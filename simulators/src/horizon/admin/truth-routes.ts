import type { FastifyInstance } from 'fastify'
import { showParty } from '../ledger/party.ts'
import type { SimulatedLedger } from '../ledger/simulated-ledger.ts'
import { formatStroops } from '../ledger/stroops.ts'
import { showTime } from '../show/show-time.ts'
import { showMemo } from '../show/show-transaction.ts'

/** `GET /admin/truth`: every real movement of tokens, oldest first, one JSON object per line. */
export function truthRoutes(app: FastifyInstance, { history }: SimulatedLedger): void {
  app.get<{ Querystring: { account?: string } }>('/admin/truth', async ({ query }, reply) => {
    const lines = history.movements
      .filter(
        ({ from, to }) =>
          query.account === undefined || from.account === query.account || to.account === query.account,
      )
      .map(({ from, to, asset, amount, operation }) => {
        const { submitted, ledger } = operation.transaction
        const { memo } = submitted.transaction
        return JSON.stringify({
          ledger: ledger.sequence,
          closed_at: showTime(ledger.closeTime),
          transaction: submitted.hash,
          inner_transaction: submitted.innerHash,
          source_account: submitted.source.account,
          sequence: submitted.sequence.toString(),
          index: operation.index,
          ...showParty('from', from),
          ...showParty('to', to),
          asset,
          amount: formatStroops(amount),
          units: amount.toString(),
          memo_type: memo.type,
          ...showMemo(submitted.transaction),
        })
      })
    return reply.type('application/x-ndjson').send(lines.map((line) => `${line}\n`).join(''))
  })
}
