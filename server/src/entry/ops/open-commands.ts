import type { Command } from 'commander'
import type { Mode } from '../../kernel/mode.ts'
import { formatDecimal } from '../../kernel/money/decimal.ts'
import { parseNetwork } from '../../kernel/networks.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { requirePayoutAccount } from '../../movements/payouts/payout-overview-store.ts'
import { readPlace } from '../../records/banks/manage-vendor-accounts.ts'
import { accountFeeds, parseFeed } from '../../records/banks/vendor-account.ts'
import { parseMode } from '../../records/businesses/business.ts'
import { requireBusiness } from '../../records/businesses/business-store.ts'
import type { LiveChange } from '../../records/cases/live-change.ts'
import { describeSides } from '../../records/rates/choose-quotes.ts'
import { selectLastPublished } from '../../records/rates/decision-store.ts'
import { MOST_HOURS, readSides, refuseFarOff } from '../../records/rates/operator-rate.ts'
import { pairs, parsePair } from '../../records/rates/pair.ts'
import { readNaira } from './amounts.ts'
import { describeResolution } from './cases/describe-resolution.ts'
import type { OpsDeps, OpsHost, OpsSession } from './ops-session.ts'
import { requestApproval } from './request-approval.ts'

type WithReason = { reason: string }
type WithMode = WithReason & { mode: string }

const MODE = ['--mode <mode>', 'live or test', 'live'] as const

/** Proposes a change of one mode. `subject` keeps two proposals of the same change apart from others. */
async function propose(
  deps: OpsDeps,
  mode: Mode,
  subject: string,
  resolution: LiveChange,
  reason: string,
): Promise<string[]> {
  const summary = `In ${mode} mode, ${describeResolution(resolution)}.`
  return requestApproval(deps, reason, { mode, facts: { subject }, summary, resolution })
}

type AccountOptions = WithMode & {
  name: string
  number: string
  bank?: string
  business?: string
  feed?: string
  pool?: true
}

export function addOpenAccount(account: Command, session: OpsSession): void {
  account
    .command('open')
    .description('open an account; needs two operators, in test mode perhaps one')
    .option(...MODE)
    .requiredOption('--name <name>', 'the name on the account; that of a test account starts with "TEST "')
    .requiredOption('--number <digits>', 'the account number, 10 digits')
    .option('--bank <name or code>', 'the bank of a live account')
    .option('--business <id or link tag>', 'the only business that sees it (default: all)')
    .option(
      '--feed <vendor>',
      `the provider that reports its credits: ${accountFeeds.join(', ')} (default: none)`,
    )
    .option(
      '--pool',
      'it receives only what is paid to account numbers that the vendor gives for one payment',
    )
    .requiredOption('--reason <text>', 'why')
    .action(async ({ name, number, bank, business, feed, pool, reason, ...options }: AccountOptions) => {
      const mode = parseMode(options.mode)
      if (pool === true && (business !== undefined || feed === undefined || parseFeed(feed) === null)) {
        throw new Refusal(
          'field_invalid',
          'A pool belongs to every business and needs --feed: name the vendor that gives the numbers, and leave out --business.',
        )
      }
      const { warning, ...place } = readPlace({ mode, name, accountNumber: number, bank })
      await session.run(async (deps) => {
        const only = business === undefined ? undefined : await requireBusiness(deps.pool, business)
        const resolution = {
          action: 'open_collection_account',
          account_id: deps.signing.newRowId(),
          name: place.name,
          account_number: place.accountNumber,
          bank_code: place.bankCode,
          bank_name: place.bankName,
          business_id: only?.id ?? null,
          feed: feed === undefined ? null : parseFeed(feed),
          ...(pool === true && { is_pool: true as const }),
        } as const
        if (warning !== undefined) session.print(`Warning: ${warning}`)
        const subject = `account:${place.bankCode}:${place.accountNumber}`
        session.print(...(await propose(deps, mode, subject, resolution, reason)))
      })
    })
}

type PayoutAccountOptions = WithMode & { vendor: string; name: string; accountNumber?: string; id?: string }

export function addOpenPayoutAccount(account: Command, session: OpsSession): void {
  account
    .command('open')
    .description('open a payout account; needs two operators, in test mode perhaps one')
    .option(...MODE)
    .requiredOption('--vendor <vendor>', 'paystack or monnify')
    .requiredOption('--name <name>', 'a short name, such as main')
    .option('--account-number <number>', "the vendor's number of the account, if it has one")
    .option('--id <uuid>', "its id, if the payer's credentials name it already")
    .requiredOption('--reason <text>', 'why')
    .action(async ({ vendor, name, accountNumber, id, reason, ...options }: PayoutAccountOptions) => {
      const mode = parseMode(options.mode)
      requireShape('--vendor must be paystack or monnify', vendor, /^(paystack|monnify)$/)
      requireShape('--name can have lower-case letters, digits and hyphens', name, /^[a-z0-9-]+$/)
      if (id !== undefined)
        requireShape('--id must be a UUID in lower case', id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      await session.run(async (deps) => {
        const resolution = {
          action: 'open_payout_account',
          account_id: id ?? deps.signing.newRowId(),
          vendor,
          name,
          account_number: accountNumber ?? null,
        } as const
        session.print(...(await propose(deps, mode, `payout-account:${vendor}:${name}`, resolution, reason)))
      })
    })
}

export function addFundPayoutAccount(account: Command, session: OpsSession): void {
  account
    .command('fund <account>')
    .description(
      'book naira that we paid into a payout account; needs two operators, in test mode perhaps one',
    )
    .requiredOption('--naira <amount>', 'the amount, such as 1000000.00')
    .requiredOption('--reason <text>', 'where it came from')
    .action(async (name: string, { naira, reason }: WithReason & { naira: string }) => {
      const { minor } = readNaira(naira)
      if (minor <= 0n) throw new Refusal('field_invalid', '--naira must be above zero.')
      await session.run(async (deps) => {
        const { id, mode } = await requirePayoutAccount(deps.pool, name)
        const resolution = {
          action: 'fund_payout_account',
          account_id: id,
          account: name,
          amount_minor: minor.toString(),
        } as const
        session.print(...(await propose(deps, mode, `fund:${id}:${minor}`, resolution, reason)))
      })
    })
}

type LaneOptions = WithMode & { network: string; number: string; address: string; nextLock: string }

export function addOpenLane(lane: Command, session: OpsSession, host: OpsHost): void {
  lane
    .command('open')
    .description('open a lane; needs two operators, in test mode perhaps one')
    .option(...MODE)
    .requiredOption('--network <network>', 'the network')
    .requiredOption('--number <number>', 'its number among our lanes of this network, from 1')
    .requiredOption('--address <address>', 'the address; the vault holds its key')
    .option('--next-lock <number>', 'how many transactions it has sent on the chain', '0')
    .requiredOption('--reason <text>', 'why')
    .action(async ({ network: name, number, address, nextLock, reason, ...options }: LaneOptions) => {
      const mode = parseMode(options.mode)
      const network = parseNetwork(name)
      requireShape('--number must be a whole number from 1', number, /^[1-9][0-9]{0,8}$/)
      requireShape('--next-lock must be a whole number from 0', nextLock, /^(0|[1-9][0-9]{0,8})$/)
      const verdict = (await host.readWalletRules()).judgeOwn(network, address)
      if (verdict.outcome === 'refused') throw new Refusal(verdict.code, verdict.message)
      await session.run(async (deps) => {
        const resolution = {
          action: 'open_lane',
          lane_id: deps.signing.newRowId(),
          network,
          number: Number(number),
          address: verdict.address,
          next_lock: nextLock,
        } as const
        session.print(...(await propose(deps, mode, `lane:${mode}:${network}:${number}`, resolution, reason)))
      })
    })
}

type RateOptions = WithReason & { pair: string; bid: string; ask: string; validMinutes: string; far?: true }

/** Two operators decide every rate that is set by hand. The decision names the last published rate too, so that both compare them. */
export function addSetRate(rate: Command, session: OpsSession): void {
  rate
    .command('set')
    .description('set a rate by hand, which replaces the sources until it expires; needs two operators')
    .requiredOption('--pair <pair>', pairs.join(', '))
    .requiredOption('--bid <decimal>', 'what one unit sells for')
    .requiredOption('--ask <decimal>', 'what one unit costs')
    .requiredOption(
      '--valid-minutes <minutes>',
      `how long it is valid after the approval, maximum ${MOST_HOURS * 60}`,
    )
    .option('--far', 'propose it although it is far from the last published rate')
    .requiredOption('--reason <text>', 'why')
    .action(async (options: RateOptions) => {
      const pair = parsePair(options.pair)
      const sides = readSides(pair, options)
      const minutes = Number(options.validMinutes)
      if (!Number.isInteger(minutes) || minutes < 1 || minutes > MOST_HOURS * 60) {
        throw new Refusal('rate_expiry_invalid', `--valid-minutes must be from 1 to ${MOST_HOURS * 60}.`)
      }
      await session.run(async (deps) => {
        const last = await selectLastPublished(deps.pool, pair, deps.clock.now())
        if (options.far !== true) refuseFarOff(pair, sides, last)
        const resolution = {
          action: 'set_rate',
          pair,
          bid: formatDecimal(sides.bid),
          ask: formatDecimal(sides.ask),
          valid_minutes: minutes,
          last: last === undefined ? null : describeSides(last),
        } as const
        session.print(...(await propose(deps, 'live', `rate:${pair}`, resolution, options.reason)))
      })
    })
}

function requireShape(rule: string, text: string, shape: RegExp): void {
  if (!shape.test(text)) throw new Refusal('field_invalid', `${rule}, not "${text}".`)
}
