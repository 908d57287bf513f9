import type { Command } from 'commander'
import {
  addMember,
  disableMember,
  inviteMember,
  parseMemberRole,
} from '../../../records/people/manage-people.ts'
import { memberRoles } from '../../../records/people/role-actions.ts'
import { type OpsSession, requireReason } from '../ops-session.ts'

type WithReason = { reason: string }
type AddOptions = WithReason & { name: string; role: string }

/** One operator manages the people of businesses. They act only for their own business. */
export function addMemberCommands(ops: Command, session: OpsSession): void {
  const member = ops.command('member').description('manage the people of businesses')

  member
    .command('add <business> <email>')
    .description('give a person a role in a business')
    .requiredOption('--name <name>', 'their name')
    .requiredOption('--role <role>', memberRoles.join(', '))
    .requiredOption('--reason <text>', 'why')
    .action(async (business: string, email: string, { name, role, reason }: AddOptions) => {
      const wanted = { business, email, name, role: parseMemberRole(role) }
      await session.run(async (deps) => {
        const by = { actor: deps.operator.email, reason: requireReason(reason) }
        const id = await addMember(deps, wanted, by)
        session.print(
          `${name} <${email}> (${id}) is ${role} of ${business}.`,
          `Next: npx afara ops member invite ${email} --reason "…"`,
        )
      })
    })

  member
    .command('invite <email>')
    .description('invite a member by mail to enrol a passkey; their previous open invitation is revoked')
    .requiredOption('--reason <text>', 'why')
    .action(async (email: string, { reason }: WithReason) => {
      await session.run(async (deps) => {
        await inviteMember(deps, email, { actor: deps.operator.email, reason: requireReason(reason) })
        session.print(`We mail ${email} a link that works once, for three days.`)
      })
    })

  member
    .command('disable <email>')
    .description('disable a member at once, with all of their sessions')
    .requiredOption('--reason <text>', 'why')
    .action(async (email: string, { reason }: WithReason) => {
      await session.run(async (deps) => {
        await disableMember(deps, email, { actor: deps.operator.email, reason: requireReason(reason) })
        session.print(`Disabled ${email}. Every process refuses them within five seconds.`)
      })
    })
}
