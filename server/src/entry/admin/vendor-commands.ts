import type { Command } from 'commander'
import { formatId } from '../../kernel/ids/ids.ts'
import {
  moveVendorAccount,
  openVendorAccount,
  setAccountFeed,
} from '../../records/banks/manage-vendor-accounts.ts'
import {
  accountFeeds,
  parseFeed,
  parseState,
  vendorAccountStates,
} from '../../records/banks/vendor-account.ts'
import { parseMode } from '../../records/businesses/business.ts'
import {
  type ActorOptions,
  type AdminSession,
  readActor,
  refuseLive,
  requirePerson,
  withApprover,
} from './admin-session.ts'

type OpenOptions = ActorOptions & {
  mode: string
  name: string
  number: string
  bank?: string
  business?: string
  feed?: string
}
type MoveOptions = ActorOptions & { account: string; to: string }
type FeedOptions = ActorOptions & { account: string; feed: string }

export function addVendorCommands(program: Command, session: AdminSession): void {
  const vendor = program
    .command('vendor')
    .description('manage vendor accounts: our accounts that buyers pay into')

  withApprover(vendor.command('open').description('open a test account; needs two operators'))
    .requiredOption('--mode <mode>', 'live or test')
    .requiredOption('--name <name>', 'the name on the account; a test account starts with "TEST "')
    .requiredOption('--number <digits>', 'the account number, 10 digits')
    .option('--bank <name or code>', 'the bank of a live account')
    .option('--business <id or link tag>', 'the only business that sees it (default: all)')
    .option(
      '--feed <vendor>',
      `the provider that reports its credits: ${accountFeeds.join(', ')} (default: statements only)`,
    )
    .action(async ({ mode, number, actor, feed, ...options }: OpenOptions) => {
      refuseLive(parseMode(mode), 'account open …')
      await session.run(async ({ pool }) => {
        const { account, warning } = await openVendorAccount(pool, {
          ...options,
          approver: options.approver,
          mode: parseMode(mode),
          accountNumber: number,
          feed: feed === undefined ? null : parseFeed(feed),
          actor: requirePerson(actor),
        })
        if (warning !== undefined) session.print(`Warning: ${warning}`)
        session.print(
          `Opened vendor account ${formatId('vendorAccount', account.id)}: ${account.accountNumber}, ${account.bankName} (${account.bankCode}).`,
          'It accepts payments now. To stop new ones, move it to draining.',
        )
      })
    })

  withApprover(
    vendor
      .command('move')
      .description('change the state of a test account; needs two operators. One freezes any account'),
  )
    .requiredOption('--account <id>', 'the account (vac_…)')
    .requiredOption('--to <state>', vendorAccountStates.join(', '))
    .action(async ({ account, to, ...by }: MoveOptions) => {
      await session.run(async ({ pool }) => {
        const moved = await moveVendorAccount(pool, {
          accountId: account,
          to: parseState(to),
          ...readActor(by),
        })
        session.print(`Vendor account ${account} is ${moved.state}.`, `Next: ${nextStep[moved.state]}`)
      })
    })

  withApprover(
    vendor
      .command('feed')
      .description('set the provider that reports the credits of a test account; needs two operators'),
  )
    .requiredOption('--account <id>', 'the account (vac_…)')
    .requiredOption(
      '--feed <vendor>',
      `${accountFeeds.join(', ')}, or "none" if the account has only imported statements`,
    )
    .action(async ({ account, feed, ...by }: FeedOptions) => {
      await session.run(async ({ pool }) => {
        await setAccountFeed(pool, {
          accountId: account,
          feed: parseFeed(feed),
          ...readActor(by),
        })
        session.print(
          feed === 'none'
            ? `Vendor account ${account} now uses statements only.`
            : `Vendor account ${account} now uses the feed of ${feed}.`,
          "Recorded credits stay. Import the bank's statement to find missed ones.",
        )
      })
    })
}

const nextStep = {
  active: 'it accepts payments again.',
  draining: 'payments to it are still credited. Close it when no more are expected.',
  frozen: 'investigate. Two operators can then activate, drain or close it.',
  closed: 'nothing. A closed account cannot be reopened.',
} as const
