import { proposeResolution } from '@afara/server/flows/cases/propose-resolution.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { Purchase } from './purchase.ts'

/** People do not wait for half an hour, as matching does, and propose that what came for a part of a buy is given to it. */
export async function giveParts(
  owner: Pool,
  purchases: readonly Purchase[],
  operatorId: string,
): Promise<void> {
  const partly = purchases.filter(({ conduct }) => conduct === 'underpays')
  const { rows } = await owner.query<{ line: string; buy: string }>(
    `select f.line_id as line, t.id as buy from unnest($1::text[], $2::text[]) as p (reference, number)
     join transaction t on t.reference = p.reference and t.type = 'buy' and t.status = 'pending_payment'
     join credit_fund f on f.payer_account_number = p.number and f.left_minor > 0
     where not exists (select from case_file c where c.line_id = f.line_id and c.state <> 'resolved')`,
    [partly.map(({ reference }) => reference), partly.map(({ payer }) => payer.account_number)],
  )
  for (const { line, buy } of rows)
    await proposeResolution(
      { pool: owner, clock: systemClock },
      {
        caseId: formatId('credit', line),
        operatorId,
        wanted: { action: 'allocate', transaction_id: buy },
        reason: 'its payer said so',
      },
    )
}
