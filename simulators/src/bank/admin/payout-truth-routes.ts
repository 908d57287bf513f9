import type { FastifyInstance, FastifyReply } from 'fastify'
import { beneficiaryKey } from '../payouts/beneficiary.ts'
import type { Payout } from '../payouts/payout.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { AdminRefusal } from './admin-refusal.ts'

type TruthQuery = { after?: string; account?: string; reference?: string }

/** Routes for the true state of every payout and the money that each beneficiary received: one JSON object per line. */
export function payoutTruthRoutes(app: FastifyInstance, bank: SimulatedBank): void {
  app.get<{ Querystring: TruthQuery }>('/admin/truth/payouts', async ({ query }, reply) => {
    const after = Number(query.after ?? '0')
    if (!Number.isInteger(after))
      throw new AdminRefusal(400, 'after must be the seq of the last payout you have')
    const { account = null, reference = null } = query
    const isWanted = (payout: Payout) =>
      payout.seq > after &&
      (account === null || payout.account === account) &&
      (reference === null || payout.reference === reference)
    return ndjson(
      reply,
      bank.payouts.all().flatMap((payout) => (isWanted(payout) ? [tell(bank, payout)] : [])),
    )
  })

  app.get('/admin/truth/beneficiaries', async (_, reply) => {
    const totals = new Map<string, Total>()
    for (const payout of bank.payouts.all()) add(totals, payout)
    return ndjson(reply, [...totals.values()].map(show))
  })
}

function ndjson(reply: FastifyReply, rows: readonly object[]): FastifyReply {
  return reply.type('application/x-ndjson').send(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

type Total = { bank: string; number: string; name: string; kobo: bigint; arrivals: number; payouts: number }

function add(totals: Map<string, Total>, { bank, number, name, arrivals }: Payout): void {
  const key = beneficiaryKey(bank, number)
  const total = totals.get(key) ?? { bank, number, name, kobo: 0n, arrivals: 0, payouts: 0 }
  total.payouts += 1
  for (const { kobo, takenBackAt } of arrivals) {
    if (takenBackAt !== undefined) continue
    total.kobo += kobo
    total.arrivals += 1
  }
  totals.set(key, total)
}

function show({ kobo, ...total }: Total): object {
  return { ...total, kobo: String(kobo) }
}

function tell({ ledger }: SimulatedBank, payout: Payout): object {
  const lines = payout.lines.flatMap((id) => ledger.line(id) ?? [])
  const sum = (of: 'debit' | 'credit') =>
    lines.reduce(
      (kobo, line) => (line.direction === of && line.mark !== 'charge' ? kobo + line.settled : kobo),
      0n,
    )
  const standing = payout.arrivals.filter(({ takenBackAt }) => takenBackAt === undefined)
  return {
    seq: payout.seq,
    id: payout.id,
    account: payout.account,
    vendor: ledger.account(payout.account)?.vendor,
    reference: payout.reference,
    vendor_id: payout.vendorId,
    session_id: payout.sessionId,
    status: payout.status,
    code: payout.code ?? null,
    kobo: String(payout.kobo),
    // The amounts that left our account and came back, without fees, and the amount that the beneficiary has in the end.
    debited_kobo: String(sum('debit')),
    returned_kobo: String(sum('credit')),
    fee_kobo: String(lines.reduce((kobo, line) => (line.mark === 'charge' ? kobo + line.settled : kobo), 0n)),
    arrived_kobo: String(standing.reduce((kobo, arrival) => kobo + arrival.kobo, 0n)),
    bank: payout.bank,
    number: payout.number,
    name: payout.name,
    narration: payout.narration,
    approvals: payout.approvals ?? [],
    created_at: time(payout.createdAt),
    updated_at: time(payout.updatedAt),
    faults: payout.faults.map(({ fault }) => fault),
    lines: lines.map(({ id, direction, mark, settled, bookedAt }) => ({
      id,
      direction,
      mark,
      kobo: String(settled),
      at: time(bookedAt),
    })),
    arrivals: payout.arrivals.map(({ at, kobo, takenBackAt }) => ({
      at: time(at),
      kobo: String(kobo),
      taken_back_at: takenBackAt === undefined ? null : time(takenBackAt),
    })),
  }
}

function time(ms: number): string {
  return new Date(ms).toISOString()
}
