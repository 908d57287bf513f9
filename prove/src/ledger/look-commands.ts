import { asTenant } from '@afara/server/kernel/postgres/pool.ts'
import { accountKinds, business } from '@afara/server/records/ledger/account.ts'
import { readBalance, sumAccount } from '@afara/server/records/ledger/ledger-store.ts'
import { ACCEPTED, answerOf } from './answer.ts'
import type { CommandOf } from './command.ts'
import { Disagreement } from './disagreement.ts'
import { forbiddenStatements } from './forbidden-statements.ts'
import { accountName, heldBy } from './model.ts'
import { onConnection } from './on-connection.ts'
import type { Sequence } from './sequence.ts'

/** Reads one account as the service does. */
export async function read(
  { subject, world, model, opening, tally }: Sequence,
  { which }: CommandOf<'read'>,
) {
  const lines = [...model.entries.values()].flatMap(({ postings }) => postings)
  const line = lines[which % lines.length]
  if (line === undefined) return
  const account = which % 2 === 0 ? line.debit : line.credit
  const { asset } = line.amount
  const ask = accountKinds[account.kind].floor ? readBalance : sumAccount
  const found = await ask(subject.as.afara_worker, world.mode, account, asset)
  const name = accountName(world.mode, account, asset)
  const expected = heldBy(model, world.mode, account, asset) + (opening.get(name) ?? 0n)
  tally.count('read', ACCEPTED)
  if (found.minor !== expected) {
    throw new Disagreement(
      ask === readBalance ? 'balance' : 'sum',
      `${name} is ${found.minor}, but should be ${expected}`,
    )
  }
}

/** Reads balances as each business in each mode. A business must see only its own balances of that mode. */
export async function look({ subject, world, model, tally }: Sequence) {
  for (const businessId of world.businessIds) {
    for (const mode of ['live', 'test'] as const) {
      const rows = await asTenant(subject.as.afara_api, { businessId, mode }, async (sql) => {
        const result = await sql.query<{ name: string; minor: string }>(
          `select mode || ' ' || kind || ':' || owner || ' ' || asset as name, amount_minor::text as minor from balance`,
        )
        return result.rows
      })
      const name = accountName(mode, business(businessId), 'NGNC')
      const expected = heldBy(model, mode, business(businessId), 'NGNC').toString()
      const seen = rows.map((row) => `${row.name} ${row.minor}`)
      const own = `${name} ${expected}`
      if (seen.some((row) => row !== own))
        throw new Disagreement('tenant', `the owner of ${own} sees ${seen.join(', ')}`)
      if (seen.length === 0 && expected !== '0')
        throw new Disagreement('tenant', `the owner of ${own} does not see it`)
    }
  }
  tally.count('look', ACCEPTED)
}

const WRITES_AT_ONCE = 20

/** Tries to write where only the posting function may. */
export async function write({ subject, tally }: Sequence, { which }: CommandOf<'write'>) {
  for (let index = which; index < which + WRITES_AT_ONCE; index += 1) {
    const forbidden = forbiddenStatements[index % forbiddenStatements.length]
    if (forbidden === undefined) return
    const { role, statement, answer: expected } = forbidden
    const attempt = onConnection(subject.as[role], async (sql) => sql.query(statement))
    const answer = await answerOf(attempt).catch((error: Error) => error.message)
    if (answer !== expected)
      throw new Disagreement('wall', `${statement} as ${role} was ${answer}, but should be ${expected}`)
  }
  tally.count('write', 'not_allowed')
}
