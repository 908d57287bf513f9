import type { Command } from 'commander'
import { formatId } from '../../kernel/ids/ids.ts'
import { createBusiness } from '../../records/businesses/manage-business.ts'
import { type AdminHost, type AdminSession, accountable, requirePerson } from './admin-session.ts'
import { addTermsCommand } from './terms-command.ts'

type CreateOptions = { name: string; linkTag: string; actor: string; reason: string }

export function addBusinessCommands(program: Command, session: AdminSession, host: AdminHost): void {
  const business = program.command('business').description('businesses that use the ramp')
  addTermsCommand(business, session, host)

  accountable(business.command('create').description('register a business, in test and in live'))
    .requiredOption('--name <name>', 'the name of the business')
    .requiredOption('--link-tag <tag>', 'its short handle, such as ada-foods')
    .action(async (options: CreateOptions) => {
      await session.run(async ({ pool }) => {
        const created = await createBusiness(pool, { ...options, actor: requirePerson(options.actor) })
        session.print(
          `Business ${created.name} is registered.`,
          `  id        ${formatId('business', created.id)}`,
          `  link tag  ${created.linkTag}`,
          `Next: npm run admin -- key issue --business ${created.linkTag} --mode test --actor … --reason …`,
        )
      })
    })
}
