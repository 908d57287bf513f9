import type { Pool } from '../../kernel/postgres/pool.ts'
import type { Screen } from '../../records/screening/screen.ts'
import { findNamesToScreen, lookAtReturn } from '../../records/transactions/clearing/clearing-store.ts'
import type { Driven } from '../../records/transactions/transaction-store.ts'
import type { Taken } from '../advance/drive-object.ts'
import { screenPayer } from '../screening/clear-screened.ts'

type ReturnDeps = Readonly<{ pool: Pool; screen: Screen }>

/** Takes the due step of a return or of a buy that is refunded: screens everybody whom it pays, then gives it to a payout account. */
export async function advanceReturn({ pool, screen }: ReturnDeps, credit: Driven, now: Date): Promise<Taken> {
  const names = await findNamesToScreen(pool, credit.id)
  const screening =
    names &&
    screenPayer(
      screen,
      names.map((text) => ({ kind: 'name', text })),
      now,
    )
  return { dueAt: await lookAtReturn(pool, credit, screening, now) }
}
