import type { Command } from 'commander'
import { formatId } from '../../../kernel/ids/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { assert, Refusal } from '../../../kernel/refusal.ts'
import { type Business, parseMode } from '../../../records/businesses/business.ts'
import {
  type ListedBusiness,
  listBusinessStandings,
  readBusinessStatus,
  requireBusiness,
  selectTerms,
  suspendBusiness,
} from '../../../records/businesses/business-store.ts'
import type { AgreedTerms } from '../../../records/businesses/business-terms.ts'
import { changeTerms, createBusiness } from '../../../records/businesses/manage-business.ts'
import type { DecidedTerms } from '../../../records/cases/live-change.ts'
import type { Resolution } from '../../../records/cases/resolution.ts'
import { addTermsOptions, readTermsChange, type TermsOptions } from '../../command-line/terms-options.ts'
import { readNaira } from '../amounts.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import { type OpsDeps, type OpsHost, type OpsSession, requireReason } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'
import { formatTable, truncate } from '../terminal-text.ts'

type WithReason = { reason: string }
type WithMode = WithReason & { mode: string }

/** One operator can suspend a business at once. It goes live, resumes or gets other live terms by a decision of two. */
export function addBusinessCommands(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('businesses')
    .description('list businesses with their status and keys in each mode')
    .action(async () => {
      await session.run(async ({ pool }) =>
        session.print(...formatBusinesses(await listBusinessStandings(pool))),
      )
    })
  const business = ops.command('business').description('manage what a business may do')
  addCreate(business, session)
  addGoLive(business, session, host)
  addTerms(business, session, host)
  addSuspend(business, session)
  addResume(business, session)
}

function addCreate(business: Command, session: OpsSession): void {
  business
    .command('create <link-tag>')
    .description('register a business; two operators decide later that it goes live')
    .requiredOption('--name <name>', 'the name of the business')
    .requiredOption('--reason <text>', 'why')
    .action(async (linkTag: string, { name, reason }: WithReason & { name: string }) => {
      await session.run(async ({ pool, operator }) => {
        const by = { actor: operator.email, reason: requireReason(reason) }
        const created = await createBusiness(pool, { name, linkTag, ...by })
        session.print(
          `Registered business ${created.name}.`,
          `  id        ${formatId('business', created.id)}`,
          `  link tag  ${created.linkTag}`,
          `Next: npx afara ops key issue-test ${created.linkTag} --reason "…"`,
          `To let it use live mode: npx afara ops business go-live ${created.linkTag} …`,
        )
      })
    })
}

function addGoLive(business: Command, session: OpsSession, host: OpsHost): void {
  addTermsOptions(
    business
      .command('go-live <business>')
      .description('let a business use live mode, with these terms; needs two operators')
      .requiredOption('--exposure-cap <naira>', 'the maximum that can be lost to it; 0 for none')
      .requiredOption('--reason <text>', 'who checked the business, and how'),
  ).action(async (tag: string, options: TermsOptions & WithReason & { exposureCap: string }) => {
    if (options.dailyLimit === undefined) {
      throw new Refusal('terms_invalid', 'Pass --daily-limit with an amount, or none.')
    }
    const change = await readTermsChange(options, async () => host.readWalletRules())
    const exposureCap = readNaira(options.exposureCap).minor.toString()
    await session.run(async (deps) => {
      const found = await requireBusiness(deps.pool, tag)
      const terms = toDecidedTerms(changeTerms(noTerms, change))
      const resolution = { action: 'go_live', exposure_cap_minor: exposureCap, ...terms } as const
      session.print(...(await request(deps, found, 'live', resolution, options.reason)))
    })
  })
}

function addTerms(business: Command, session: OpsSession, host: OpsHost): void {
  addTermsOptions(
    business
      .command('terms <business>')
      .description('change the terms of a business; needs two operators, in test mode perhaps one')
      .option('--mode <mode>', 'live or test', 'live')
      .requiredOption('--reason <text>', 'why'),
  ).action(async (tag: string, options: TermsOptions & WithMode) => {
    const mode = parseMode(options.mode)
    const change = await readTermsChange(options, async () => host.readWalletRules())
    await session.run(async (deps) => {
      const found = await requireBusiness(deps.pool, tag)
      if ((await readBusinessStatus(deps.pool, { businessId: found.id, mode })) === 'pending') {
        throw new Refusal(
          'business_not_live',
          `${found.linkTag} is not live yet. Its terms are part of "npx afara ops business go-live".`,
        )
      }
      const before = await selectTerms(deps.pool, found.id, mode)
      assert(before !== undefined, 'a business must have both modes')
      const resolution = { action: 'set_terms', ...toDecidedTerms(changeTerms(before, change)) } as const
      session.print(...(await request(deps, found, mode, resolution, options.reason)))
    })
  })
}

function addSuspend(business: Command, session: OpsSession): void {
  business
    .command('suspend <business>')
    .description('stop a business in one mode at once')
    .requiredOption('--mode <mode>', 'live or test')
    .requiredOption('--reason <text>', 'why')
    .action(async (tag: string, options: WithMode) => {
      const mode = parseMode(options.mode)
      await session.run(async ({ pool, clock, operator }) => {
        const { id: businessId, linkTag } = await requireBusiness(pool, tag)
        const reason = requireReason(options.reason)
        const by = { businessId, mode, operatorId: operator.id, reason, at: clock.now() }
        if (!(await suspendBusiness(pool, by))) {
          const status = await readBusinessStatus(pool, { businessId, mode })
          session.print(`${linkTag} is ${String(status)} in ${mode} mode. Nothing was changed.`)
          return
        }
        session.print(
          `Suspended ${linkTag} in ${mode} mode.`,
          'Within five seconds we refuse its requests, clear no more of its transactions, and pay it nothing.',
          `Tokens of cleared transactions still leave. To stop them too: npx afara ops freeze business ${linkTag} --reason "…"`,
          `To end the suspension, two operators decide: npx afara ops business resume ${linkTag} --mode ${mode} --reason "…"`,
        )
      })
    })
}

function addResume(business: Command, session: OpsSession): void {
  business
    .command('resume <business>')
    .description('end the suspension of a business; needs two operators')
    .requiredOption('--mode <mode>', 'live or test')
    .requiredOption('--reason <text>', 'what you found')
    .action(async (tag: string, options: WithMode) => {
      const mode = parseMode(options.mode)
      await session.run(async (deps) => {
        const found = await requireBusiness(deps.pool, tag)
        session.print(...(await request(deps, found, mode, { action: 'resume_business' }, options.reason)))
      })
    })
}

async function request(
  deps: OpsDeps,
  { id, name }: Business,
  mode: Mode,
  resolution: Resolution,
  reason: string,
): Promise<string[]> {
  const summary = `For ${name} in ${mode} mode: ${describeResolution(resolution)}.`
  return requestApproval(deps, reason, { mode, businessId: id, summary, resolution })
}

/** The terms of a business before it goes live: no fee, no limit, no wallet and no balance. */
const noTerms: AgreedTerms = {
  mayHoldBalance: false,
  feePlan: { flatMinor: 0n, bps: 0, capMinor: null },
  defaultWallet: null,
  dailyLimitMinor: null,
  velocityHourMinor: null,
  velocityWalletDayMinor: null,
}

function toDecidedTerms(terms: AgreedTerms): DecidedTerms {
  const text = (minor: bigint | null) => (minor === null ? null : minor.toString())
  return {
    fee_flat_minor: terms.feePlan.flatMinor.toString(),
    fee_bps: terms.feePlan.bps,
    fee_cap_minor: text(terms.feePlan.capMinor),
    default_network: terms.defaultWallet?.network ?? null,
    default_address: terms.defaultWallet?.address ?? null,
    daily_limit_minor: text(terms.dailyLimitMinor),
    velocity_hour_minor: text(terms.velocityHourMinor),
    velocity_wallet_day_minor: text(terms.velocityWalletDayMinor),
    may_hold_balance: terms.mayHoldBalance,
  }
}

function formatBusinesses(businesses: readonly ListedBusiness[]): string[] {
  if (businesses.length === 0) return ['No businesses yet.']
  return formatTable(
    [
      { title: 'link tag', width: 32 },
      { title: 'live', width: 9 },
      { title: 'keys', width: 4, isRight: true },
      { title: 'test', width: 9 },
      { title: 'keys', width: 4, isRight: true },
      { title: 'name', width: 34 },
    ],
    businesses.map(({ linkTag, live, liveKeys, test, testKeys, name }) => [
      linkTag,
      live,
      String(liveKeys),
      test,
      String(testKeys),
      truncate(name, 34),
    ]),
  )
}
