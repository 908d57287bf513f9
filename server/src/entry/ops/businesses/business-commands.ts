import type { Command } from 'commander'
import { formatId } from '../../../kernel/ids/ids.ts'
import { assert, Refusal } from '../../../kernel/refusal.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import {
  type ListedBusiness,
  listBusinessStandings,
  readBusinessStatus,
  requireBusiness,
  selectTerms,
  suspendBusiness,
} from '../../../records/businesses/business-store.ts'
import type { ToFix } from '../../../records/businesses/go-live/go-live-file.ts'
import { downgradeBusiness, returnToPending } from '../../../records/businesses/go-live/go-live-store.ts'
import { changeTerms, createBusiness } from '../../../records/businesses/manage-business.ts'
import { listLosingPlans } from '../../../records/fees/margin-store.ts'
import { addTermsOptions, readTermsChange, type TermsOptions } from '../../command-line/terms-options.ts'
import { readNaira } from '../amounts.ts'
import { type OpsHost, type OpsSession, requireReason } from '../ops-session.ts'
import { formatTable, truncate } from '../terminal-text.ts'
import { describeLosingPlans } from '../treasury/margin-command.ts'
import { collectFix, describeFixes, readWhole } from './go-live-commands.ts'
import { proposeForBusiness, toDecidedTerms, warnOfLosses } from './propose-for-business.ts'

type WithReason = { reason: string }
type WithMode = WithReason & { mode: string }

/** One operator can suspend or downgrade a business at once. It resumes or gets other live terms by a decision of two. */
export function addBusinessCommands(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('businesses')
    .description('list businesses with their status and keys in each mode')
    .action(async () => {
      await session.run(async ({ pool }) =>
        session.print(
          ...formatBusinesses(await listBusinessStandings(pool)),
          ...describeLosingPlans(await listLosingPlans(pool)),
        ),
      )
    })
  const business = ops.command('business').description('manage what a business may do')
  addCreate(business, session)
  addTerms(business, session, host)
  addSuspend(business, session)
  addResume(business, session)
  addDowngrade(business, session)
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
          `To let it use live mode: npx afara ops go-live approve ${created.linkTag} …`,
        )
      })
    })
}

function addTerms(business: Command, session: OpsSession, host: OpsHost): void {
  addTermsOptions(
    business
      .command('terms <business>')
      .description('change the terms of a business; needs two operators, in test mode perhaps one')
      .option('--mode <mode>', 'live or test', 'live')
      .option('--tier <number>', 'another tier of live mode, 1 to 3', readWhole)
      .requiredOption('--reason <text>', 'why'),
  ).action(async (tag: string, options: TermsOptions & WithMode & { tier?: number }) => {
    const mode = parseMode(options.mode)
    const change = await readTermsChange(options, async () => host.readWalletRules())
    await session.run(async (deps) => {
      const found = await requireBusiness(deps.pool, tag)
      if ((await readBusinessStatus(deps.pool, { businessId: found.id, mode })) === 'pending') {
        throw new Refusal(
          'business_not_live',
          `${found.linkTag} is not live yet. Its terms are part of "npx afara ops go-live approve".`,
        )
      }
      const before = await selectTerms(deps.pool, found.id, mode)
      assert(before !== undefined, 'a business must have both modes')
      const { tier } = options
      const terms = changeTerms(before, change)
      const resolution = {
        action: 'set_terms',
        ...toDecidedTerms(terms),
        ...(tier !== undefined && { tier }),
      } as const
      session.print(...(await warnOfLosses(deps.pool, mode, terms.feePlan)))
      session.print(...(await proposeForBusiness(deps, found, mode, resolution, options.reason)))
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
        session.print(
          ...(await proposeForBusiness(deps, found, mode, { action: 'resume_business' }, options.reason)),
        )
      })
    })
}

type DowngradeOptions = WithReason & {
  tier?: number
  dailyLimit?: string
  toPending?: true
  fix: readonly ToFix[]
}

function addDowngrade(business: Command, session: OpsSession): void {
  business
    .command('downgrade <business>')
    .description('lower the tier and the daily limit of a live business at once, or take it out of live mode')
    .option('--tier <number>', 'the lower tier, 1 to 3', readWhole)
    .option('--daily-limit <naira>', 'the lower maximum that it can buy and sell per day')
    .option('--to-pending', 'take it out of live mode until two operators approve a new file')
    .option('--fix <item=words...>', 'with --to-pending: what it must fix', collectFix, [])
    .requiredOption('--reason <text>', 'why')
    .action(async (tag: string, options: DowngradeOptions) => {
      await session.run(async ({ pool, clock, operator }) => {
        const { id: businessId, linkTag } = await requireBusiness(pool, tag)
        const reason = requireReason(options.reason)
        const by = { businessId, operatorId: operator.id, at: clock.now() }
        const isDone =
          options.toPending === true
            ? await returnToPending(pool, by, requireFixes(options.fix), reason)
            : await downgradeBusiness(pool, by, { ...requireLower(options), reason })
        session.print(
          ...(isDone
            ? [
                `Downgraded ${linkTag}. It takes effect in every process within five seconds.`,
                ...describeFixes(options.fix),
              ]
            : [`${linkTag} is not live. Nothing was changed.`]),
        )
      })
    })
}

function requireFixes(fixes: readonly ToFix[]): readonly ToFix[] {
  if (fixes.length > 0) return fixes
  throw new Refusal('field_required', 'Pass --fix "item=words", so that the business knows what to do.')
}

function requireLower({ tier, dailyLimit }: DowngradeOptions) {
  if (tier !== undefined && dailyLimit !== undefined)
    return { tier, dailyLimitMinor: readNaira(dailyLimit).minor }
  throw new Refusal('field_required', 'Pass --tier and --daily-limit, or --to-pending.')
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
