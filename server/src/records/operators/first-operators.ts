import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { appendAudit } from '../audit/audit-store.ts'
import { parseName } from '../businesses/business.ts'
import { invitePerson } from '../people/invite-person.ts'
import { firstOperatorRoles } from '../people/role-actions.ts'
import { parseEmail } from './operator.ts'
import {
  countOperators,
  insertOperator,
  lockOperators,
  recordBrokenGlass,
  reinstateOperator,
} from './operator-store.ts'

/** `mailKey` encrypts the token of a link until its mail is sent. */
type Deps = Readonly<{ pool: Pool; clock: Clock; mailKey: Buffer }>

type Named = Readonly<{ email: string; name: string }>

/** A person with the token of their invitation, which is shown once. */
type Invited = Named & Readonly<{ token: string }>

/**
 * Adds and invites the first operators of an installation, in one commit. Works once: later operators are decided by two of these. Two
 * people are needed from the start, because one alone could decide nothing.
 */
export async function bootstrapOperators(
  deps: Deps,
  people: readonly Named[],
  reason: string,
): Promise<readonly Invited[]> {
  requireTwoPeople(people)
  const by = { actor: 'system:bootstrap', reason }
  return inTransaction(deps.pool, async (sql) => {
    // Two commands at once must not both find an empty table.
    await lockOperators(sql)
    if ((await countOperators(sql)) > 0) {
      throw new Refusal(
        'bootstrap_done',
        'Operators exist already. Two of them invite others with "npx afara ops operators invite".',
      )
    }
    return inviteAll(sql, deps, people, by, async ({ email, name }) => {
      const id = newId()
      await insertOperator(sql, { id, email, name, roles: firstOperatorRoles })
      const subject = formatId('operator', id)
      const details = { email, name, roles: firstOperatorRoles }
      await appendAudit(sql, { ...by, action: 'operator.created', subject, details })
      return id
    })
  })
}

/**
 * Lets people in again when no two operators can sign in any more, in one commit: freezes everything that leaves, opens a case, writes
 * audit, mails every operator, ends the passkeys of the named people and invites them.
 */
export async function breakGlass(
  deps: Deps,
  people: readonly Named[],
  reason: string,
): Promise<Readonly<{ caseId: string; invited: readonly Invited[] }>> {
  requireTwoPeople(people)
  if (reason.trim() === '')
    throw new Refusal('reason_required', 'Pass --reason "…". Every operator reads it.')
  const by = { actor: 'system:break-glass', reason: reason.trim() }
  return inTransaction(deps.pool, async (sql) => {
    const at = deps.clock.now()
    const emails = people.map(({ email }) => email)
    const caseId = await recordBrokenGlass(sql, by.reason, emails, at)
    const invited = await inviteAll(sql, deps, people, by, async (person) =>
      reinstateOperator(sql, { id: newId(), ...person, roles: firstOperatorRoles }, at),
    )
    return { caseId: formatId('case', caseId), invited }
  })
}

/** Reads a person as in a mail: `Bisi Adeyemi <bisi@example.com>`. */
export function parseNamed(text: string): Named {
  const [, name, email] = /^([^<>]+)<([^<>]+)>$/.exec(text.trim()) ?? []
  if (name === undefined || email === undefined)
    throw new Refusal('field_invalid', `Name a person as "Bisi Adeyemi <bisi@example.com>", not "${text}".`)
  return { name: parseName(name), email: parseEmail(email) }
}

function requireTwoPeople(people: readonly Named[]): void {
  if (people.length >= 2 && new Set(people.map(({ email }) => email)).size === people.length) return
  throw new Refusal('approval_required', 'Name two different people or more: one alone could decide nothing.')
}

async function inviteAll(
  sql: Sql,
  deps: Deps,
  people: readonly Named[],
  by: Readonly<{ actor: string; reason: string }>,
  add: (person: Named) => Promise<string>,
): Promise<readonly Invited[]> {
  const invited: Invited[] = []
  for (const person of people) {
    const id = await add(person)
    invited.push({ ...person, token: await invitePerson(sql, deps, { side: 'operator', id }, by) })
  }
  return invited
}
