import type { FastifyInstance } from 'fastify'
import type { SimulatedBank } from '../simulated-bank.ts'

/** Routes for the true state of the numbers that vendors issued for one payment, and of the payments that they sent back. */
export function numberRoutes(app: FastifyInstance, { numbers }: SimulatedBank): void {
  app.get('/admin/numbers', async () => ({
    numbers: numbers.all().map((one) => ({
      number: one.number,
      vendor: one.vendor,
      account: one.pool,
      reference: one.reference,
      kobo: one.amount === null ? null : String(one.amount),
      issued_at: new Date(one.issuedAt).toISOString(),
      stated_until: new Date(one.statedUntil).toISOString(),
      until: new Date(one.until).toISOString(),
      paid_kobo: String(numbers.paidTo(one.id)),
    })),
    refused: numbers.refused().map(({ number, gross, at, why }) => ({
      number,
      kobo: String(gross),
      at: new Date(at).toISOString(),
      why,
    })),
  }))
}
