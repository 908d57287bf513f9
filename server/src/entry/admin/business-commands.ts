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
  const business = program.command('business').description('manage businesses')
  addTermsCommand(business, session, host)

  withActor(business.command('create').description('register a business in test and live mode'))
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

/** `none` removes a limit or a wallet. Terms that are not named stay unchanged. */
function addTermsCommand(business: Command, session: AdminSession, host: AdminHost): void {
  withApprover(
    business.command('terms').description('change the terms of a business in one mode; needs two operators'),
  )
    .requiredOption('--business <id or link tag>', 'the business')
    .requiredOption('--mode <mode>', 'live or test')
    .option('--fee-flat <naira>', 'the flat part of the fee')
    .option('--fee-bps <number>', 'basis points of the amount; 50 is half a per cent')
    .option('--fee-cap <naira>', 'the maximum fee, or "none"')
    .option('--default-network <network>', 'the network of the default wallet')
    .option('--default-wallet <address>', 'the destination of buys that name no wallet, or "none"')
    .option('--daily-limit <naira>', 'the maximum that it can buy and sell per day, or "none"')
    .option(
      '--velocity-hour <naira>',
      'the maximum cleared per hour, of all types, without a review, or "none"',
    )
    .option(
      '--velocity-wallet-day <naira>',
      'the maximum sent to one wallet per day without a review, or "none"',
    )
    .option('--hold-balance <on or off>', 'whether it can hold a balance with us')
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
          'Every API process applies the terms within five seconds.',
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
    throw new Refusal(
      'wallet_incomplete',
      'Pass --default-network and --default-wallet together. To remove the wallet, pass only --default-wallet none.',
    )
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
  throw new Refusal('terms_invalid', `--hold-balance must be "on" or "off", not "${text}".`)
}
