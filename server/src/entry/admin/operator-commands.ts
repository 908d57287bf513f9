import type { Command } from 'commander'
import { bootstrapOperators, breakGlass, parseNamed } from '../../records/operators/first-operators.ts'
import type { AdminHost, AdminSession } from './admin-session.ts'

type Options = { operators: string[]; reason: string }

const NAMED = 'two people or more, each as "Bisi Adeyemi <bisi@example.com>"'

/** How people become operators when no two operators can decide it: once at the beginning, and in an emergency. */
export function addOperatorCommands(program: Command, session: AdminSession, host: AdminHost): void {
  program
    .command('bootstrap')
    .description('add and invite the first operators; works once, while there are none')
    .requiredOption('--operators <people...>', NAMED)
    .requiredOption('--reason <text>', 'the reason, stored in the audit log')
    .action(async ({ operators, reason }: Options) => {
      const people = operators.map(parseNamed)
      await session.run(async (deps) => {
        const invited = await bootstrapOperators({ ...deps, mailKey: host.readMailKey() }, people, reason)
        session.print(
          ...formatInvited(host, invited),
          'Next: each enrols a passkey. Then name them in the operators file (docs/runbooks/operator-ceremony.md).',
          'Later operators are invited by two administrators: npx afara ops operators invite <email> …',
        )
      })
    })

  program
    .command('break-glass')
    .description(
      'EMERGENCY: invite operators again when no two can sign in; freezes all outgoing money, opens a case and mails every operator',
    )
    .requiredOption('--operators <people...>', NAMED)
    .requiredOption('--reason <text>', 'what happened; every operator reads it')
    .action(async ({ operators, reason }: Options) => {
      const people = operators.map(parseNamed)
      await session.run(async (deps) => {
        const broken = await breakGlass({ ...deps, mailKey: host.readMailKey() }, people, reason)
        session.print(
          `BREAK GLASS: all outgoing money is frozen. ${broken.caseId} is open, and every operator gets a mail.`,
          'The earlier passkeys and sessions of the people below do not work any more.',
          ...formatInvited(host, broken.invited),
          'Next: docs/runbooks/break-glass.md. The money stays frozen until two operators in the operators file lift the freeze:',
          '      npx afara ops unfreeze all --reason "…"',
        )
      })
    })
}

function formatInvited(
  host: AdminHost,
  invited: ReadonlyArray<Readonly<{ email: string; token: string }>>,
): string[] {
  const origin = host.readPeopleOrigin()
  return [
    'Each link works once, for three days. We also send it by mail. Do not forward it: anybody who has it can enrol a passkey in their name.',
    ...invited.map(({ email, token }) => `  ${email}  ${origin}/enrol#${token}`),
  ]
}
