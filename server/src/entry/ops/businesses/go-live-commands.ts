import { type Command, InvalidArgumentError } from 'commander'
import { Refusal } from '../../../kernel/refusal.ts'
import { requireBusiness } from '../../../records/businesses/business-store.ts'
import {
  accountMatch,
  type GoLiveFile,
  type GoLiveItem,
  type GoLiveRecord,
  goLiveItems,
  itemNames,
  openFile,
  stateOf,
  type ToFix,
} from '../../../records/businesses/go-live/go-live-file.ts'
import {
  listWaitingFiles,
  readGoLive,
  readSubmittedFile,
  refuseFile,
} from '../../../records/businesses/go-live/go-live-store.ts'
import { changeTerms } from '../../../records/businesses/manage-business.ts'
import { addTermsOptions, readTermsChange, type TermsOptions } from '../../command-line/terms-options.ts'
import { formatNaira, readNaira } from '../amounts.ts'
import type { OpsHost, OpsSession } from '../ops-session.ts'
import { formatAge, formatMoment, formatTable, truncate } from '../terminal-text.ts'
import { noTerms, proposeForBusiness, toDecidedTerms, warnOfLosses } from './propose-for-business.ts'

type ApproveOptions = TermsOptions & { reason: string; exposureCap: string; file: number; tier: number }

/** Operators read the file of a business, then two let it go live or one refuses the file and says what to fix. */
export function addGoLiveCommands(ops: Command, session: OpsSession, host: OpsHost): void {
  const goLive = ops.command('go-live').description('decide which businesses go live')
  goLive
    .command('list')
    .description('list the submitted files that nobody has decided yet')
    .action(async () => {
      await session.run(async ({ pool, clock }) => {
        const waiting = await listWaitingFiles(pool)
        if (waiting.length === 0) return session.print('No file waits for a decision.')
        session.print(
          ...formatTable(
            [
              { title: 'link tag', width: 32 },
              { title: 'file', width: 4, isRight: true },
              { title: 'waits', width: 6 },
              { title: 'name', width: 40 },
            ],
            waiting.map(({ linkTag, version, submittedAt, name }) => [
              linkTag,
              String(version),
              formatAge(submittedAt, clock.now()),
              truncate(name, 40),
            ]),
          ),
        )
      })
    })
  goLive
    .command('show <business>')
    .description('show the newest submitted file of a business')
    .action(async (tag: string) => {
      await session.run(async ({ pool, businessKeys }) => {
        const { id, name, linkTag } = await requireBusiness(pool, tag)
        const record = await readGoLive(pool, id)
        const { submission } = record
        if (submission === undefined) return session.print(`${name} has submitted no file yet.`)
        const submitted = await readSubmittedFile(pool, id, submission.version)
        session.print(
          ...describeSubmission(`${name} (${linkTag})`, record),
          ...describeFile(openFile(businessKeys, id, submitted?.file ?? {})),
        )
      })
    })
  addApprove(goLive, session, host)
  addRefuse(goLive, session)
}

function addApprove(goLive: Command, session: OpsSession, host: OpsHost): void {
  addTermsOptions(
    goLive
      .command('approve <business>')
      .description('let a business use live mode, with this tier and these terms; needs two operators')
      .requiredOption('--file <number>', 'the number of the file that you read', readWhole)
      .requiredOption('--tier <number>', 'the tier, 1 to 3', readWhole)
      .requiredOption('--exposure-cap <naira>', 'the maximum that can be lost to it; 0 for none')
      .requiredOption('--reason <text>', 'who checked the business, and how'),
  ).action(async (tag: string, options: ApproveOptions) => {
    if (options.dailyLimit === undefined) {
      throw new Refusal('terms_invalid', 'Pass --daily-limit with an amount, or none.')
    }
    const change = await readTermsChange(options, async () => host.readWalletRules())
    const exposureCap = readNaira(options.exposureCap).minor.toString()
    await session.run(async (deps) => {
      const found = await requireBusiness(deps.pool, tag)
      const { submission } = await readGoLive(deps.pool, found.id)
      if (submission?.version !== options.file) {
        throw new Refusal(
          'resolution_invalid',
          submission === undefined
            ? `${found.linkTag} has submitted no go-live file. It must submit one on the dashboard first.`
            : `The newest file of ${found.linkTag} is ${submission.version}. Read it first: npx afara ops go-live show ${found.linkTag}`,
        )
      }
      const terms = changeTerms(noTerms, change)
      const resolution = {
        action: 'go_live',
        file_version: submission.version,
        file_digest: submission.digest,
        tier: options.tier,
        exposure_cap_minor: exposureCap,
        ...toDecidedTerms(terms),
      } as const
      session.print(...(await warnOfLosses(deps.pool, 'live', terms.feePlan)))
      session.print(...(await proposeForBusiness(deps, found, 'live', resolution, options.reason)))
    })
  })
}

function addRefuse(goLive: Command, session: OpsSession): void {
  goLive
    .command('refuse <business>')
    .description('refuse the newest file of a business at once, and say what to fix')
    .requiredOption('--file <number>', 'the number of the file that you read', readWhole)
    .requiredOption(
      '--fix <item=words...>',
      `what to fix in an item: ${goLiveItems.join(', ')}`,
      collectFix,
      [],
    )
    .action(async (tag: string, { file, fix }: { file: number; fix: readonly ToFix[] }) => {
      await session.run(async ({ pool, clock, operator }) => {
        const { id: businessId, linkTag } = await requireBusiness(pool, tag)
        const by = { businessId, operatorId: operator.id, at: clock.now() }
        if (!(await refuseFile(pool, by, file, fix))) {
          session.print(`File ${file} of ${linkTag} does not wait for a decision. Nothing was changed.`)
          return
        }
        session.print(
          `Refused file ${file} of ${linkTag}. We mail its owners what to fix.`,
          ...describeFixes(fix),
          'It can submit again. A proposal to approve this file cannot be approved any more: decline it.',
        )
      })
    })
}

/** Reads `documents=The certificate is of another company` and adds it to those before. */
export function collectFix(text: string, before: readonly ToFix[] = []): readonly ToFix[] {
  const [, item = '', words = ''] = /^([a-z]+)=(.*\S.*)$/.exec(text.trim()) ?? []
  if (!isItem(item) || words.length > 500) {
    throw new InvalidArgumentError(
      `Write an item and what to fix in it, such as --fix "documents=The certificate is of another company". The items are ${goLiveItems.join(', ')}.`,
    )
  }
  return [...before, { item, words: words.trim() }]
}

function isItem(text: string): text is GoLiveItem {
  return goLiveItems.some((item) => item === text)
}

export function describeFixes(fixes: readonly ToFix[]): string[] {
  return fixes.map(({ item, words }) => `  ${itemNames[item]}: ${words}`)
}

export function readWhole(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1.')
}

function describeSubmission(who: string, record: GoLiveRecord): string[] {
  const { submission } = record
  if (submission === undefined) return []
  const { version, digest, submittedAt, submittedBy, refusal } = submission
  return [
    `File ${version} of ${who}, ${stateOf(record)}`,
    `  submitted   ${formatMoment(submittedAt)} by ${submittedBy}`,
    `  digest      ${digest}`,
    ...(refusal === null
      ? []
      : [`  refused     ${formatMoment(refusal.at)}`, ...describeFixes(refusal.toFix)]),
  ]
}

function describeFile(file: GoLiveFile): string[] {
  const { company, people = [], documents = [], account, volumes, agreement, consent } = file
  return [
    `  company     ${company?.legal_name ?? '-'}, ${company?.rc_number ?? '-'}`,
    ...people.map(
      ({ name, role, share_bps: share, identity_reference: reference }) =>
        `  person      ${name}, ${role.replaceAll('_', ' ')}, ${(share / 100).toFixed(2)}%, check ${reference}`,
    ),
    ...documents.map(({ kind, name, sha256 }) => `  document    ${kind} ${name}\n              ${sha256}`),
    `  account     ${account?.account_number ?? '-'} at ${account?.bank_name ?? '-'}: the bank named ${account?.account_name ?? '-'} (${accountMatch(file)})`,
    `  volumes     ${formatNaira(BigInt(volumes?.monthly_minor ?? '0'))} a month, largest payment ${formatNaira(BigInt(volumes?.largest_minor ?? '0'))}`,
    `  agreement   ${agreement?.version ?? '-'}, accepted by ${agreement?.by ?? '-'}`,
    `  consent     ${consent?.vendor ?? '-'}, ${consent?.reference ?? '-'}`,
  ].flatMap((line) => line.split('\n'))
}
