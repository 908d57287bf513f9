import type { Command } from 'commander'
import { formatId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { createOperator } from '../../records/operators/manage-operators.ts'
import { countOperators } from '../../records/operators/operator-store.ts'
import { parseOperatorRoles } from '../../records/people/manage-people.ts'
import { firstOperatorRoles, type OperatorRole } from '../../records/people/role-actions.ts'
import { type AdminDeps, type AdminSession, requirePerson } from './admin-session.ts'
import { addPeopleCommands } from './people-commands.ts'

const BOOTSTRAP = 'system:bootstrap'

type CreateOptions = { email: string; name: string; roles?: string[]; actor?: string; reason: string }

export function addOperatorCommands(program: Command, session: AdminSession): void {
  const operator = program.command('operator').description('manage operators')

  operator
    .command('create')
    .description('add an operator')
    .requiredOption('--email <email>', 'their email address')
    .requiredOption('--name <name>', 'their name')
    .option('--roles <roles...>', 'their roles; see docs/reference/roles.md')
    .option('--actor <email>', 'the operator who does this; the first operator needs none')
    .requiredOption('--reason <text>', 'the reason, stored in the audit log')
    .action(async (options: CreateOptions) => {
      await session.run(async (deps) => {
        const actor = await creatorOf(deps, options.actor)
        const roles = options.roles === undefined ? usualRoles(actor) : parseOperatorRoles(options.roles)
        const created = await createOperator(deps.pool, { ...options, roles, actor })
        session.print(
          `Added operator ${created.name} <${created.email}> (${formatId('operator', created.id)}).`,
          'Next: changes to vendor accounts need two operators. Add a second one if there is none.',
        )
      })
    })

  addPeopleCommands(program, operator, session)
}

/** Returns who creates an operator. The first operator needs no creator. Every later one is created by an existing operator. */
async function creatorOf({ pool }: AdminDeps, actor: string | undefined): Promise<string> {
  if (actor !== undefined) return requirePerson(actor)
  if ((await countOperators(pool)) === 0) return BOOTSTRAP
  throw new Refusal('actor_required', 'Operators exist already. Pass one of them as --actor.')
}

/** The first operator must be able to give others their roles. */
function usualRoles(actor: string): readonly OperatorRole[] {
  return actor === BOOTSTRAP ? firstOperatorRoles : ['operator']
}
