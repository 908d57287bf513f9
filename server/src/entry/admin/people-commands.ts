import type { Command } from 'commander'
import {
  addMember,
  changeOperatorStatus,
  changeRoles,
  disableMember,
  inviteMember,
  inviteOperator,
  parseMemberRole,
  parseOperatorRoles,
} from '../../records/people/manage-people.ts'
import {
  type ActorOptions,
  type AdminDeps,
  type AdminSession,
  readActor,
  withActor,
  withApprover,
} from './admin-session.ts'

type EmailOptions = ActorOptions & { email: string }
type RolesOptions = EmailOptions & { roles: string[] }
type MemberOptions = EmailOptions & { business: string; name: string; role: string }

/** Adds the commands about signing in to the commands about operators, and those about members. */
export function addPeopleCommands(program: Command, operator: Command, session: AdminSession): void {
  withActor(operator.command('invite').description('invite an operator by mail to enrol a passkey'))
    .requiredOption('--email <email>', 'the operator; their previous open invitation is revoked')
    .action(async ({ email, ...by }: EmailOptions) => {
      await session.run(async (deps) =>
        printInvitation(session, email, await inviteOperator(inviting(session, deps), email, readActor(by))),
      )
    })

  withApprover(operator.command('roles').description('change what an operator may do; needs two operators'))
    .requiredOption('--email <email>', 'the operator')
    .requiredOption('--roles <roles...>', 'all of their roles from now on; see docs/reference/roles.md')
    .action(async ({ email, roles, ...by }: RolesOptions) => {
      await session.run(async (deps) => {
        await changeRoles(deps, email, parseOperatorRoles(roles), readActor(by))
        session.print(`${email} now has the roles ${roles.join(', ')}.`)
      })
    })

  withActor(
    operator.command('disable').description('disable an operator at once, with all of their sessions'),
  )
    .requiredOption('--email <email>', 'the operator')
    .action(async ({ email, ...by }: EmailOptions) => {
      await session.run(async (deps) => {
        await changeOperatorStatus(deps, email, 'disabled', readActor(by))
        session.print(`Disabled ${email}. Every process refuses them within five seconds.`)
      })
    })

  withApprover(operator.command('enable').description('enable an operator again; needs two operators'))
    .requiredOption('--email <email>', 'the operator')
    .action(async ({ email, ...by }: EmailOptions) => {
      await session.run(async (deps) => {
        await changeOperatorStatus(deps, email, 'active', readActor(by))
        session.print(`Enabled ${email}. They must sign in again.`)
      })
    })

  const member = program.command('member').description('manage the people of businesses')

  withActor(member.command('add').description('give a person a role in a business'))
    .requiredOption('--business <business>', 'the id (biz_…) or the link tag')
    .requiredOption('--email <email>', 'their email address')
    .requiredOption('--name <name>', 'their name')
    .requiredOption('--role <role>', 'owner, administrator, finance, developer or viewer')
    .action(async ({ business, email, name, role, ...by }: MemberOptions) => {
      await session.run(async (deps) => {
        const wanted = { business, email, name, role: parseMemberRole(role) }
        const id = await addMember(deps, wanted, readActor(by))
        session.print(`${name} <${email}> (${id}) is ${role} of ${business}.`, 'Next: member invite')
      })
    })

  withActor(member.command('invite').description('invite a member by mail to enrol a passkey'))
    .requiredOption('--email <email>', 'the member; their previous open invitation is revoked')
    .action(async ({ email, ...by }: EmailOptions) => {
      await session.run(async (deps) =>
        printInvitation(session, email, await inviteMember(inviting(session, deps), email, readActor(by))),
      )
    })

  withActor(member.command('disable').description('disable a member at once, with all of their sessions'))
    .requiredOption('--email <email>', 'the member')
    .action(async ({ email, ...by }: EmailOptions) => {
      await session.run(async (deps) => {
        await disableMember(deps, email, readActor(by))
        session.print(`Disabled ${email}. Every process refuses them within five seconds.`)
      })
    })
}

function inviting(session: AdminSession, deps: AdminDeps) {
  return { ...deps, mailKey: session.readMailKey() }
}

function printInvitation(session: AdminSession, email: string, token: string): void {
  session.print(
    `Invitation of ${email}, for three days. We also send it by mail:`,
    '',
    `  <PEOPLE_ORIGIN>/enrol#${token}`,
    '',
    'The link is shown once. Give it to nobody else: its holder can enrol a passkey in their name.',
  )
}
