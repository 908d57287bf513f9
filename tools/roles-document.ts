import { actionOfDecision, decisionActions } from '@afara/server/records/people/decision-actions.ts'
import { memberRoles, operatorRoles, roleActions } from '@afara/server/records/people/role-actions.ts'

type Row = Readonly<{
  what: string
  operators: readonly string[]
  members: readonly string[]
  sessions?: string
}>

/** Returns the page of roles, from the table by which the people process admits requests. */
export function rolesDocument(): string {
  return `# Roles

<!-- Generated from server/src/records/people/role-actions.ts by "npm run generate". Do not edit. -->

People sign in at the people process with a passkey, or members with a link by mail and a code. Their roles decide what they may do.
Decisions about money also need two different operators, who both have the role and both sign the decision.

The column *session* says what else an action needs:

| session | meaning |
|---|---|
| any | also in a session that began with a link by mail and a code |
| passkey | only in a session that began with a passkey |
| signing | the same, and not in the 24 hours after you [enrolled again](../operate/access.md#enrol-again) |

## Operators

An operator has one or more of these roles. An auditor reads everything, decides nothing and has no other role.

${table(operatorRoles, ({ operators }) => operators)}

Each decision belongs to one of these actions. What a sanctions list holds is always
\`${actionOfDecision('screening_hit', 'release')}\`, and a dismissal is \`${actionOfDecision('request', 'dismiss')}\`.

| action | decisions |
|---|---|
${decisionRows()}

## Members

A member has one role in each of their businesses, and sees no other business.

${table(memberRoles, ({ members }) => members)}
`
}

function table(roles: readonly string[], allowed: (row: Row) => readonly string[]): string {
  const rows = Object.entries<Row>(roleActions)
    .filter(([, row]) => allowed(row).length > 0)
    .map(([action, row]) => {
      const marks = roles.map((role) => (allowed(row).includes(role) ? '✓' : ''))
      return `| \`${action}\` | ${row.what} | ${row.sessions ?? 'signing'} | ${marks.join(' | ')} |`
    })
  return [
    `| action | allows you to | session | ${roles.join(' | ')} |`,
    `|---|---|---|${roles.map(() => '---|').join('')}`,
    ...rows,
  ].join('\n')
}

function decisionRows(): string {
  const byAction = Map.groupBy(Object.entries(decisionActions), ([, action]) => action)
  return [...byAction]
    .map(
      ([action, decisions]) => `| \`${action}\` | ${decisions.map(([name]) => `\`${name}\``).join(', ')} |`,
    )
    .join('\n')
}
