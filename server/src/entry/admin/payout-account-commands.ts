import type { Command } from 'commander'
import { newId } from '../../kernel/ids/ids.ts'
import { parseMoney } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { fundPayoutAccount, openPayoutAccount } from '../../movements/payouts/manage-payout-accounts.ts'
import type { PayoutVendor } from '../../movements/payouts/payout-account-store.ts'
import { formatPayoutAccount, requirePayoutAccount } from '../../movements/payouts/payout-overview-store.ts'
import { parseMode } from '../../records/businesses/business.ts'
import { type ActorOptions, type AdminSession, readActor, refuseLive, withApprover } from './admin-session.ts'

type OpenOptions = ActorOptions & {
  mode: string
  vendor: string
  name: string
  accountNumber?: string
  id?: string
}

export function addPayoutAccountCommands(program: Command, session: AdminSession): void {
  const account = program
    .command('payout-account')
    .description('manage payout accounts: our accounts that pay naira')

  withApprover(account.command('open').description('open a payout account (test mode)'))
    .requiredOption('--mode <mode>', 'live or test')
    .requiredOption('--vendor <vendor>', 'paystack or monnify')
    .requiredOption('--name <name>', 'a short name, such as main')
    .option('--account-number <number>', "the vendor's number of the account, if it has one")
    .option('--id <uuid>', "the id of the account, if the payer's credentials file already contains it")
    .action(async (options: OpenOptions) => {
      refuseLive(parseMode(options.mode), 'payout-account open …')
      const opened = {
        id: readUuid(options.id),
        mode: parseMode(options.mode),
        vendor: readVendor(options.vendor),
        name: readName(options.name),
        accountNumber: options.accountNumber ?? null,
      }
      await session.run(async (deps) => {
        await openPayoutAccount(deps, opened, readActor(options))
        const shown = formatPayoutAccount(opened)
        session.print(
          `Opened payout account ${shown} as ${opened.id}.`,
          'Next: add it to the credentials and the policy of the payer process, and fund it. It pays nothing until the naira is booked:',
          `      npm run admin -- payout-account fund ${shown} --naira … --actor … --reason "…"`,
        )
      })
    })

  withApprover(
    account
      .command('fund <account>')
      .description('book naira that we paid into a payout account (test mode)'),
  )
    .requiredOption('--naira <amount>', 'the amount, such as 1000000.00')
    .action(async (name: string, options: ActorOptions & { naira: string }) => {
      const amount = parseMoney(options.naira, 'NGN')
      if (amount.minor <= 0n) throw new Refusal('field_invalid', '--naira must be above zero.')
      await session.run(async (deps) => {
        const account = await requirePayoutAccount(deps.pool, name)
        refuseLive(account.mode, `payout-account fund ${name} …`)
        await fundPayoutAccount(deps, account, amount, readActor(options))
        session.print(
          `Booked ${options.naira} naira for ${name}.`,
          "Next: compare it with the vendor's balance: npx afara ops payout-accounts",
        )
      })
    })
}

function readVendor(text: string): PayoutVendor {
  if (text === 'paystack' || text === 'monnify') return text
  throw new Refusal('field_invalid', `--vendor must be paystack or monnify, not "${text}".`)
}

function readName(text: string): string {
  if (/^[a-z0-9-]+$/.test(text)) return text
  throw new Refusal('field_invalid', `--name can have lower-case letters, digits and hyphens, not "${text}".`)
}

function readUuid(text: string | undefined): string {
  if (text === undefined) return newId()
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)) return text
  throw new Refusal('field_invalid', `--id must be a UUID, not "${text}".`)
}
