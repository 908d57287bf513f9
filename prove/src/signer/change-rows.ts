import type { Sql } from '@afara/server/kernel/postgres/pool.ts'
import type { RowChange } from './row-changes.ts'
import { askToPay } from './transfer-bytes.ts'
import type { Asked } from './vault-process.ts'
import type { Opened } from './vault-stage.ts'

export type AppliedChange = Readonly<{
  change: RowChange
  opened: Opened
  now: string
  undo(): Promise<void>
}>

/** Changes one field of one row, and keeps its old value for `undo`. */
export async function applyChange(superuser: Sql, change: RowChange, opened: Opened): Promise<AppliedChange> {
  const { table, column, row, to, name } = change
  const { rows } = await superuser.query<{ place: string; was: string | null; is: string; type: string }>(
    `update ${table} set ${column} = ${to} where ${row}
     returning ctid::text as place, old.${column}::text as was, new.${column}::text as is, pg_typeof(new.${column})::text as type`,
    [opened.transferId],
  )
  const [changed] = rows
  if (changed === undefined || rows.length !== 1 || changed.was === changed.is) {
    throw new Error(`the change of ${name} did not affect exactly one row`)
  }
  return {
    change,
    opened,
    now: changed.is,
    // Nothing else writes here, so the row keeps its ctid.
    undo: async () => {
      const { rowCount } = await superuser.query(
        `update ${table} set ${column} = $1::text::${changed.type} where ctid = $2::tid`,
        [changed.was, changed.place],
      )
      if (rowCount !== 1) throw new Error(`the change of ${name} could not be undone`)
    },
  }
}

/** Returns the honest request and, if possible, one with bytes that match the changed row. */
export function requestsFor({ change, opened, now }: AppliedChange): Asked[] {
  const honest = askToPay(opened)
  return change.fitted === undefined ? [honest] : [honest, askToPay(opened, change.fitted(opened, now))]
}
