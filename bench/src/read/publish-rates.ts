import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { TestBed } from '../test-bed.ts'

// Invented rates, as long as real ones.
const BODY =
  '{"USD":1642.31,"GBP":2167.845,"EUR":1903.12,"TRY":39.4512,"CNY":230.118,"CHF":2051.4,"CAD":1169.77,"AED":447.15,"KES":12.7112}'

/** Publishes rates as the worker does, without its sources. */
export async function publishRates(bed: TestBed, database: string): Promise<void> {
  await runStatement(
    bed.postgres.url('afara_worker', database),
    `insert into rate_table (id, name, published_at, as_of, expires_at, body)
     values (uuidv7(), 'usdc_ngnc', now(), now(), now() + interval '1 day', '${BODY}')`,
  )
}
