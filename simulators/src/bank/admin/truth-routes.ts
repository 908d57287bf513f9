import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Ledger } from '../ledger/ledger.ts'
import type { Line } from '../ledger/line.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { AdminRefusal } from './admin-refusal.ts'

type TruthQuery = { after?: string; limit?: string; account?: string }

/** Returns the true state of every line, whatever the vendors showed: one JSON object per line, in booking order. */
export function truthRoutes(app: FastifyInstance, { ledger }: SimulatedBank): void {
  const isPaidIn = (line: Line) => ledger.account(line.account)?.payouts === undefined
  app.get<{ Querystring: TruthQuery }>('/admin/truth', async ({ query }, reply) => {
    const after = Number(query.after ?? '0')
    const limit = query.limit === undefined ? Infinity : Number(query.limit)
    if (!Number.isInteger(after) || after < 0 || !(limit >= 1)) {
      throw new AdminRefusal(400, 'after must be the seq of the last line you have, limit a number of lines')
    }
    // Lines of payout accounts are returned only if the caller names the account. See the truth of payouts.
    const lines =
      query.account === undefined ? ledger.lines().filter(isPaidIn) : ledger.linesOf(query.account)
    return reply.type('application/x-ndjson').send(Readable.from(write(ledger, lines, after, limit)))
  })
}

function* write(ledger: Ledger, lines: readonly Line[], after: number, limit: number): Iterable<string> {
  let written = 0
  let chunk = ''
  for (const line of lines) {
    if (line.seq <= after) continue
    if (written >= limit) break
    written += 1
    chunk += `${JSON.stringify(tell(ledger, line))}\n`
    // Writes large chunks, because a stream of single lines is slow.
    if (chunk.length > 65_536) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk !== '') yield chunk
}

function tell(ledger: Ledger, line: Line): object {
  const undone = ledger.undoneBy(line.id)
  return {
    seq: line.seq,
    id: line.id,
    account: line.account,
    vendor: ledger.account(line.account)?.vendor,
    direction: line.direction,
    mark: line.mark,
    of: line.of ?? null,
    // Whether the money is still there: false if the payment was reversed or recalled.
    stands: undone === undefined,
    undone_by: undone?.id ?? null,
    reference: line.reference,
    session_id: line.sessionId,
    shown_session_id: line.shownSessionId,
    gross_kobo: String(line.gross),
    fee_kobo: String(line.fee),
    vat_kobo: String(line.vat),
    settled_kobo: String(line.settled),
    balance_after_kobo: String(line.balanceAfter),
    booked_at: new Date(line.bookedAt).toISOString(),
    value_date: line.valueDate,
    payer: {
      account_number: line.payer.accountNumber,
      name: line.payer.name,
      bank_code: line.payer.bankCode,
      bank_name: line.payer.bankName,
    },
    remark: line.remark,
    paid_to: line.own?.number ?? null,
    narration: line.narration,
    faults: line.faults,
    asked: line.asked && {
      account: line.asked.account,
      gross_kobo: String(line.asked.gross),
      payer_account_number: line.asked.payer.accountNumber,
    },
  }
}
