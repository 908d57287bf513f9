import type { Command } from 'commander'
import { newId } from '../../kernel/ids/ids.ts'
import { parseMoney } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { fundPayoutAccount, openPayoutAccount } from '../../movements/payouts/manage-payout-accounts.ts'
import type { PayoutVendor } from '../../movements/payouts/payout-account-store.ts'
import { formatPayoutAccount, requirePayoutAccount } from '../../movements/payouts/payout-overview-store.ts'
import { parseMode } from '../../records/businesses/business.ts'
import { type ActorOptions, type AdminSession, readActor, withApprover } from './admin-session.ts'

type OpenOptions = ActorOptions & {
  mode: string
  vendor: string
  name: string
  accountNumber?: string
  id?: string
}

export function addPayoutAccountCommands(program: Command, session: AdminSession): void {
  const account = program.command('payout-account').description('accounts of ours that naira is paid from')

  withApprover(account.command('open').description('let an account pay; in live mode it takes two operators'))
    .requiredOption('--mode <mode>', 'live or test')
    .requiredOption('--vendor <vendor>', 'paystack or monnify')
    .requiredOption('--name <name>', 'what people call it, such as main')
    .option('--account-number <number>', "the vendor's own number of it, where it has one")
    .option('--id <uuid>', 'its id, where the credentials of the payer name it already')
    .action(async (options: OpenOptions) => {
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
          `Payout account ${shown} is open as ${opened.id}.`,
          "Next: put it into the payer's credentials and policy, and bring it naira. Until it is in the books, it pays nothing:",
          `      npm run admin -- payout-account fund ${shown} --naira … --actor … --reason "…"`,
        )
      })
    })

  withApprover(
    account
      .command('fund <account>')
      .description('book naira of ours that was put into it; in live mode it takes two operators'),
  )
    .requiredOption('--naira <amount>', 'how much, such as 1000000.00')
    .action(async (name: string, options: ActorOptions & { naira: string }) => {
      const amount = parseMoney(options.naira, 'NGN')
      if (amount.minor <= 0n) throw new Refusal('field_invalid', '--naira is more than nothing.')
      await session.run(async (deps) => {
        await fundPayoutAccount(deps, await requirePayoutAccount(deps.pool, name), amount, readActor(options))
        session.print(
          `${options.naira} naira are in the books of ${name}.`,
          'Next: npx afara ops payout-accounts shows it beside what the vendor says.',
        )
      })
    })
}

function readVendor(text: string): PayoutVendor {
  if (text === 'paystack' || text === 'monnify') return text
  throw new Refusal('field_invalid', `--vendor is paystack or monnify, not "${text}".`)
}

function readName(text: string): string {
  if (/^[a-z0-9-]+$/.test(text)) return text
  throw new Refusal('field_invalid', `--name is of small letters, digits and dashes, not "${text}".`)
}

function readUuid(text: string | undefined): string {
  if (text === undefined) return newId()
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)) return text
  throw new Refusal('field_invalid', `--id is a UUID, not "${text}".`)
}
