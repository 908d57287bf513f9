import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Naming } from '../../forgery/naming.ts'
import type { ProcessRecorder } from './process-recorder.ts'
import { CAP_MINOR, type ProcessStage, roles } from './process-stage.ts'

const statements: ReadonlyArray<
  readonly [what: string, statement: (table: string, column: string) => string]
> = [
  ['inserts a copy', (table) => `insert into ${table} select * from ${table} limit 1`],
  ['changes', (table, column) => `update ${table} set ${column} = ${column}`],
  ['deletes', (table) => `delete from ${table}`],
  ['empties', (table) => `truncate ${table} cascade`],
]

/** Tries to write every table with every role except the owner's, which may write all of them. Returns the number of tables. */
export async function attackEveryTable(
  { owner, as }: ProcessStage,
  recorder: ProcessRecorder,
  round: number,
): Promise<number> {
  const { rows } = await owner.query<{ name: string; column: string }>(
    `select c.relname as name, (select attname from pg_attribute where attrelid = c.oid and attnum = 1) as column from pg_class c
     where c.relnamespace = 'afara'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'takeover_change' order by 1`,
  )
  for (const [place, { name, column }] of rows.entries())
    for (const role of roles.filter((one) => one !== 'owner')) {
      const [what = '', statement] = statements[(place + round) % statements.length] ?? []
      await recorder.attempt({ role, route: 'SQL table', through: name, does: what }, async () =>
        as[role].query(statement?.(name, column) ?? ''),
      )
    }
  return rows.length
}

/** What the owner does so that value can leave: lifts every freeze and limit, and resumes what stands still. */
export async function openTheGates({ as }: ProcessStage, recorder: ProcessRecorder): Promise<void> {
  const gates = [
    [
      'freeze_order',
      `update freeze_order set lifted_by = gen_random_uuid()::text, lifted_reason = 'x', lifted_at = now() where lifted_at is null`,
    ],
    [
      'business_mode',
      `update business_mode set daily_limit_minor = null, velocity_hour_minor = null, velocity_wallet_day_minor = null`,
    ],
    [
      'lane',
      `update lane set state = 'active', halted_because = null, halted_at = null where state = 'halted'`,
    ],
    [
      'payout_account',
      `update payout_account set state = 'active', frozen_because = null where state = 'frozen'`,
    ],
    ['vendor_account', `update vendor_account set state = 'active' where state = 'frozen'`],
  ] as const
  for (const [table, statement] of gates)
    await recorder.attempt(
      { role: 'owner', route: 'SQL table', through: table, does: 'opens a gate' },
      async () => as.owner.query(statement),
    )
}

/** Writes balances without entries, as the owner, for businesses that do not exist. */
export async function raiseBalances(
  { as }: ProcessStage,
  recorder: ProcessRecorder,
  naming: Naming,
): Promise<void> {
  const id = newId()
  const said = await recorder.attempt(
    { role: 'owner', route: 'SQL table', through: 'balance', does: 'raises' },
    async () =>
      as.owner.query(`insert into balance values ($1, 'business', 'NGNC', 'test', $2)`, [
        id,
        `${CAP_MINOR + 100n}`,
      ]),
  )
  if (said === 'accepted') naming.note(id, 'entry', 'owner, SQL table balance: a balance without entries')
}

/** Adds a seal to the chain that seals nothing, with the role of the sealer. It must be named by its number. */
export async function forgeSeal(
  { as }: ProcessStage,
  recorder: ProcessRecorder,
  naming: Naming,
): Promise<void> {
  let name = ''
  const said = await recorder.attempt(
    { role: 'sealer', route: 'SQL table', through: 'seal', does: 'forges a seal' },
    async () => {
      const { rows } = await as.sealer.query<{ number: string }>(
        `insert into seal select number + 1, through_xid, through_xid + 1, row_count, leaves, hash, sha256('forged'), now(), codes
         from seal order by number desc limit 1 returning number`,
      )
      name = `seal ${rows[0]?.number}`
    },
  )
  if (said === 'accepted') naming.note(name, 'edit', 'sealer, SQL table seal: a seal of nothing')
}
