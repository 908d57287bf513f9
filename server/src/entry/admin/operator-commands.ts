import type { Command } from 'commander'
import { formatId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  createOperator,
  issueOperatorKey,
  revokeOperatorKey,
} from '../../records/operators/manage-operators.ts'
import { countOperators } from '../../records/operators/operator-store.ts'
import {
  type ActorOptions,
  type AdminDeps,
  type AdminSession,
  requirePerson,
  withActor,
} from './admin-session.ts'

type CreateOptions = { email: string; name: string; actor?: string; reason: string }
type KeyOptions = ActorOptions & { email: string }

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

  withActor(
    operator
      .command('key')
      .description('make the key by which an operator proves who they are, and show it once'),
  )
    .requiredOption('--email <email>', 'whose key it is; it ends the one they had')
    .action(async ({ email, actor, reason }: KeyOptions) => {
      await session.run(async (deps) => {
        const issued = await issueOperatorKey(deps, { email, actor: requirePerson(actor), reason })
        session.print(
          `Key of ${email}${issued.replaced ? '; the one before it is ended' : ''}:`,
          '',
          `  ${issued.secret}`,
          '',
          'It is shown this once and stored nowhere. It is theirs alone: whoever holds two keys could approve alone.',
          `Next, at their terminal: export AFARA_OPERATOR_KEY=… && npx afara ops cases`,
        )
      })
    })

  withActor(operator.command('end-key').description('end the key of an operator, at once'))
    .requiredOption('--email <email>', 'whose key it is')
    .action(async ({ email, actor, reason }: KeyOptions) => {
      await session.run(async (deps) => {
        await revokeOperatorKey(deps, { email, actor: requirePerson(actor), reason })
        session.print(
          `The key of ${email} is ended.`,
          `Next, if they need another: npm run admin -- operator key --email ${email} --actor … --reason …`,
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
