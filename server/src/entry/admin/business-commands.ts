import type { Command } from 'commander'
import { formatId } from '../../kernel/ids/ids.ts'
import { parseMode } from '../../records/businesses/business.ts'
import { printTerms } from '../../records/businesses/business-terms.ts'
import { createBusiness, setBusinessTerms } from '../../records/businesses/manage-business.ts'
import { addTermsOptions, readTermsChange, type TermsOptions } from '../command-line/terms-options.ts'
import {
  type ActorOptions,
  type AdminHost,
  type AdminSession,
  readActor,
  refuseLive,
  requirePerson,
  withActor,
  withApprover,
} from './admin-session.ts'

type CreateOptions = ActorOptions & { name: string; linkTag: string }

export function addBusinessCommands(program: Command, session: AdminSession, host: AdminHost): void {
  const business = program.command('business').description('manage businesses')
  addTermsCommand(business, session, host)

  withActor(
    business
      .command('create')
      .description('register a business; two operators decide later that it goes live'),
  )
    .requiredOption('--name <name>', 'the name of the business')
    .requiredOption('--link-tag <tag>', 'its link tag, such as ada-foods')
    .action(async (options: CreateOptions) => {
      await session.run(async ({ pool }) => {
        const created = await createBusiness(pool, { ...options, actor: requirePerson(options.actor) })
        session.print(
          `Registered business ${created.name}.`,
          `  id        ${formatId('business', created.id)}`,
          `  link tag  ${created.linkTag}`,
          `Next: npm run admin -- key issue --business ${created.linkTag} --mode test --actor … --reason …`,
          `To let it use live mode: npx afara ops business go-live ${created.linkTag} …`,
        )
      })
    })
}

type SetOptions = ActorOptions & TermsOptions & { business: string; mode: string }

/** `none` removes a limit or a wallet. Terms that are not named stay unchanged. */
function addTermsCommand(business: Command, session: AdminSession, host: AdminHost): void {
  addTermsOptions(
    withApprover(
      business
        .command('terms')
        .description('change the terms of a business in test mode; needs two operators'),
    ),
  )
    .requiredOption('--business <id or link tag>', 'the business')
    .requiredOption('--mode <mode>', 'live or test')
    .action(async (options: SetOptions) => {
      refuseLive(parseMode(options.mode), `business terms ${options.business} …`)
      const change = await readTermsChange(options, async () => host.readWalletRules())
      await session.run(async ({ pool }) => {
        const terms = await setBusinessTerms(pool, {
          business: options.business,
          mode: parseMode(options.mode),
          change,
          ...readActor(options),
        })
        session.print(
          `Terms of ${options.business} in ${options.mode}:`,
          ...Object.entries(printTerms(terms)).map(([name, value]) => `  ${name.padEnd(19)}${value}`),
          'Every API process applies the terms within five seconds.',
        )
      })
    })
}
