import type { Command } from 'commander'
import { formatId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { createOperator } from '../../records/businesses/create-operator.ts'
import { countOperators } from '../../records/businesses/operator-store.ts'
import { type AdminDeps, type AdminSession, requirePerson } from './admin-session.ts'

type CreateOptions = { email: string; name: string; actor?: string; reason: string }

export function addOperatorCommands(program: Command, session: AdminSession): void {
  const operator = program.command('operator').description('people who run the ramp')

  operator
    .command('create')
    .description('add an operator')
    .requiredOption('--email <email>', 'the address they sign in with')
    .requiredOption('--name <name>', 'their name')
    .option('--actor <email>', 'the operator who does this; only the very first operator has none')
    .requiredOption('--reason <text>', 'why, for whoever reads the audit later')
    .action(async (options: CreateOptions) => {
      await session.run(async (deps) => {
        const actor = await creatorOf(deps, options.actor)
        const created = await createOperator(deps.pool, { ...options, actor })
        session.print(
          `Operator ${created.name} <${created.email}> is added (${formatId('operator', created.id)}).`,
          'Next: changes to vendor accounts take two operators; add a second one if there is none yet.',
        )
      })
    })
}

/** Somebody must be first. After that every operator is vouched for by another. */
async function creatorOf({ pool }: AdminDeps, actor: string | undefined): Promise<string> {
  if (actor !== undefined) return requirePerson(actor)
  if ((await countOperators(pool)) === 0) return 'system:bootstrap'
  throw new Refusal('actor_required', 'There are operators already: one of them must do this, as --actor.')
}
