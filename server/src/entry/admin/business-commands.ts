import type { Command } from 'commander'
import { formatId } from '../../kernel/ids/ids.ts'
import { parseMoney } from '../../kernel/money/money.ts'
import { parseNetwork } from '../../kernel/networks.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { parseMode } from '../../records/businesses/business.ts'
import { type BusinessTerms, printTerms } from '../../records/businesses/business-terms.ts'
import { createBusiness, setBusinessTerms } from '../../records/businesses/manage-business.ts'
import {
  type ActorOptions,
  type AdminHost,
  type AdminSession,
  readActor,
  requirePerson,
  withActor,
  withApprover,
} from './admin-session.ts'

type CreateOptions = ActorOptions & { name: string; linkTag: string }

export function addBusinessCommands(program: Command, session: AdminSession, host: AdminHost): void {
  const business = program.command('business').description('businesses that use the ramp')
  addTermsCommand(business, session, host)

  withActor(business.command('create').description('register a business, in test and in live'))
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

type TermsOptions = ActorOptions & {
  business: string
  mode: string
  feeFlat?: string
  feeBps?: string
  feeCap?: string
  defaultNetwork?: string
  defaultWallet?: string
  dailyLimit?: string
  velocityHour?: string
  velocityWalletDay?: string
  holdBalance?: string
}

/** `none` takes a bound or a wallet away; what is not named stays. */
function addTermsCommand(business: Command, session: AdminSession, host: AdminHost): void {
  withApprover(
    business.command('terms').description("change a business's terms in one mode; takes two operators"),
  )
    .requiredOption('--business <id or link tag>', 'whose terms they are')
    .requiredOption('--mode <mode>', 'live or test')
    .option('--fee-flat <naira>', 'flat part of the fee')
    .option('--fee-bps <number>', 'basis points of the amount; 50 is half a per cent')
    .option('--fee-cap <naira>', 'the most a fee can be, or none')
    .option('--default-network <network>', 'network of the default wallet')
    .option('--default-wallet <address>', 'where tokens go when a buy names no wallet, or none')
    .option('--daily-limit <naira>', 'the most it may buy and sell together in a day, or none')
    .option('--velocity-hour <naira>', 'the most of its buys that go on by themselves in an hour, or none')
    .option('--velocity-wallet-day <naira>', 'the same for one wallet in a day, or none')
    .option('--hold-balance <on or off>', 'whether it may hold a balance with us')
    .action(async (options: TermsOptions) => {
      const change = {
        feeFlatMinor: readIfGiven(options.feeFlat, readNaira),
        feeBps: readIfGiven(options.feeBps, Number),
        feeCapMinor: readIfGiven(options.feeCap, readOrNone(readNaira)),
        defaultWallet: await readWallet(options, host),
        dailyLimitMinor: readIfGiven(options.dailyLimit, readOrNone(readNaira)),
        velocityHourMinor: readIfGiven(options.velocityHour, readOrNone(readNaira)),
        velocityWalletDayMinor: readIfGiven(options.velocityWalletDay, readOrNone(readNaira)),
        mayHoldBalance: readIfGiven(options.holdBalance, readSwitch),
      }
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
          'Next: nothing, every api process follows within five seconds.',
        )
      })
    })
}

async function readWallet(
  { defaultNetwork, defaultWallet }: TermsOptions,
  host: AdminHost,
): Promise<BusinessTerms['defaultWallet'] | undefined> {
  if (defaultWallet === undefined && defaultNetwork === undefined) return undefined
  if (defaultWallet === 'none' && defaultNetwork === undefined) return null
  if (defaultWallet === undefined || defaultNetwork === undefined) {
    throw new Refusal('wallet_incomplete', 'A wallet is a network and an address: give both, or none.')
  }
  const network = parseNetwork(defaultNetwork)
  const verdict = (await host.readWalletRules()).judge(network, defaultWallet)
  if (verdict.outcome === 'refused') throw new Refusal(verdict.code, verdict.message)
  return { network, address: verdict.address }
}

function readIfGiven<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text)
}

function readOrNone<T>(read: (text: string) => T): (text: string) => T | null {
  return (text) => (text === 'none' ? null : read(text))
}

function readNaira(text: string): bigint {
  return parseMoney(text, 'NGN').minor
}

function readSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new Refusal('terms_invalid', `A balance is "on" or "off", not "${text}".`)
}
