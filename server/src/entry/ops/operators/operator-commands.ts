import type { Command } from 'commander'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { parseName } from '../../../records/businesses/business.ts'
import type { OperatorChange } from '../../../records/cases/live-change.ts'
import { parseEmail } from '../../../records/operators/operator.ts'
import {
  findOperatorByEmail,
  listSigners,
  requireKnownOperator,
  suspendOperator,
} from '../../../records/operators/operator-store.ts'
import { parseOperatorRoles, signOutOperator } from '../../../records/people/manage-people.ts'
import { type ListedOperator, listOperators } from '../../../records/people/person-store.ts'
import { operatorRoles } from '../../../records/people/role-actions.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import { type OpsDeps, type OpsSession, requireReason } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'
import { formatTable } from '../terminal-text.ts'

type WithReason = { reason: string }

/** One operator suspends another at once. Every other change is a decision of two administrators, who are not the person concerned. */
export function addOperatorCommands(ops: Command, session: OpsSession): void {
  const operators = ops.command('operators').description('list and manage operators')
  addList(operators, session)
  addExport(operators, session)
  addInvite(operators, session)
  addRoles(operators, session)
  addSuspend(operators, session)
  addSignOut(operators, session)
  addDecision(operators, session, 'resume', 'end the suspension of an operator; needs two administrators')
  addDecision(
    operators,
    session,
    'end',
    'end the access of an operator, with all passkeys; needs two administrators',
  )
}

function addList(operators: Command, session: OpsSession): void {
  operators
    .command('list', { isDefault: true })
    .description('list operators with their status, roles and passkeys')
    .action(async () => {
      await session.run(async ({ pool }) => session.print(...formatOperators(await listOperators(pool))))
    })
}

/** Writes what the ceremony of the operators file needs. It holds public keys only. */
function addExport(operators: Command, session: OpsSession): void {
  operators
    .command('export')
    .description(
      'print the active operators and the public keys of their passkeys, as "npm run operators" reads them',
    )
    .option('--email <email...>', 'only these operators')
    .action(async ({ email }: { email?: string[] }) => {
      await session.run(async ({ pool }) => {
        const signers = await listSigners(pool)
        const wanted = email?.map(parseEmail)
        const missing = wanted?.find((one) => !signers.some((signer) => signer.email === one))
        if (missing !== undefined)
          throw new Refusal('operator_unknown', `${missing} is not an active operator with a passkey.`)
        const people = signers.filter((signer) => wanted?.includes(signer.email) ?? true)
        session.print(JSON.stringify(people.map(({ id, name, credentials }) => ({ id, name, credentials }))))
      })
    })
}

type InviteOptions = WithReason & { name?: string; roles?: string[] }

/** A known operator is invited again, for a further passkey. Somebody whose access ended returns under the same id. */
function addInvite(operators: Command, session: OpsSession): void {
  operators
    .command('invite <email>')
    .description('invite an operator by mail to enrol a passkey; needs two administrators')
    .option('--name <name>', 'their name; required for a new operator')
    .option(
      '--roles <roles...>',
      `all of their roles: ${operatorRoles.join(', ')}; required for a new operator`,
    )
    .requiredOption('--reason <text>', 'why')
    .action(async (address: string, { name, roles, reason }: InviteOptions) => {
      const email = parseEmail(address)
      await session.run(async (deps) => {
        const known = (await listOperators(deps.pool)).find((one) => one.email === email)
        const kept = known?.status === 'active' ? known : undefined
        const shownName = name ?? known?.name
        const shownRoles = roles === undefined ? kept?.roles : parseOperatorRoles(roles)
        if (shownName === undefined || shownRoles === undefined)
          throw new Refusal('field_required', `Pass --name and --roles: ${email} is not an operator now.`)
        await request(
          deps,
          session,
          {
            action: 'invite_operator',
            operator_id: known?.id ?? deps.signing.newRowId(),
            email,
            name: parseName(shownName),
            roles: shownRoles,
          },
          reason,
        )
      })
    })
}

function addRoles(operators: Command, session: OpsSession): void {
  operators
    .command('roles <email> <roles...>')
    .description('change what an operator may do; name all roles from now on; needs two administrators')
    .requiredOption('--reason <text>', 'why')
    .action(async (email: string, roles: string[], { reason }: WithReason) => {
      const wanted = parseOperatorRoles(roles)
      await session.run(async (deps) => {
        const { id, email: shown } = await requireKnownOperator(deps.pool, email)
        await request(
          deps,
          session,
          { action: 'change_operator_roles', operator_id: id, email: shown, roles: wanted },
          reason,
        )
      })
    })
}

function addSuspend(operators: Command, session: OpsSession): void {
  operators
    .command('suspend <email>')
    .description('stop an operator at once, with all of their sessions; also yourself')
    .requiredOption('--reason <text>', 'why')
    .action(async (address: string, options: WithReason) => {
      const reason = requireReason(options.reason)
      await session.run(async ({ pool, clock, operator }) => {
        const { id, email } = await requireKnownOperator(pool, address)
        if (!(await suspendOperator(pool, { id, by: operator.id, reason, at: clock.now() }))) {
          const now = await findOperatorByEmail(pool, email)
          session.print(`${email} is ${String(now?.status)}. Nothing was changed.`)
          return
        }
        session.print(
          `Suspended ${email}. Every process refuses them within five seconds.`,
          'Their proposals that waited are declined. The signer and the payer no longer count their signatures.',
          `To end the suspension, two administrators decide: npx afara ops operators resume ${email} --reason "…"`,
          `If a passkey was lost or stolen, end the access and invite them again: npx afara ops operators end ${email} --reason "…"`,
        )
      })
    })
}

/** Ends sessions without taking access away, for example after somebody forgot to sign out at another machine. */
function addSignOut(operators: Command, session: OpsSession): void {
  operators
    .command('sign-out <email>')
    .description('end the sessions of an operator at once; they can sign in again with a passkey')
    .option('--session <id>', 'only this session')
    .requiredOption('--reason <text>', 'why')
    .action(async (address: string, options: WithReason & { session?: string }) => {
      const reason = requireReason(options.reason)
      const only = options.session === undefined ? undefined : parseId('session', options.session)
      if (options.session !== undefined && only === undefined)
        throw new Refusal('session_id_unknown', `${options.session} is not the id of a session.`)
      await session.run(async ({ pool, clock, operator }) => {
        const { id, email } = await requireKnownOperator(pool, address)
        const ended = await signOutOperator(pool, { id, by: operator.id, only, reason, at: clock.now() })
        if (only !== undefined && ended === 0)
          throw new Refusal('session_id_unknown', `${email} has no open session with this id.`)
        session.print(
          ended === 1 ? `Ended 1 session of ${email}.` : `Ended ${ended} sessions of ${email}.`,
          'Every process refuses them within five seconds. To take the access away, run "npx afara ops operators suspend".',
        )
      })
    })
}

function addDecision(
  operators: Command,
  session: OpsSession,
  word: 'resume' | 'end',
  description: string,
): void {
  operators
    .command(`${word} <email>`)
    .description(description)
    .requiredOption('--reason <text>', 'why')
    .action(async (address: string, { reason }: WithReason) => {
      await session.run(async (deps) => {
        const { id, email } = await requireKnownOperator(deps.pool, address)
        await request(deps, session, { action: `${word}_operator`, operator_id: id, email }, reason)
      })
    })
}

async function request(
  deps: OpsDeps,
  session: OpsSession,
  resolution: OperatorChange,
  reason: string,
): Promise<void> {
  const summary = `${describeResolution(resolution)}.`.replace(/^./, (first) => first.toUpperCase())
  const facts = { subject: `operator:${resolution.email}` }
  session.print(...(await requestApproval(deps, reason, { mode: 'live', facts, summary, resolution })))
}

function formatOperators(operators: readonly ListedOperator[]): string[] {
  return formatTable(
    [
      { title: 'operator', width: 36 },
      { title: 'status', width: 9 },
      { title: 'passkeys', width: 8, isRight: true },
      { title: 'email', width: 40 },
      { title: 'roles', width: 45 },
    ],
    operators.map(({ id, status, passkeys, email, roles }) => [
      formatId('operator', id),
      status,
      String(passkeys),
      email,
      roles.join(' '),
    ]),
  )
}
