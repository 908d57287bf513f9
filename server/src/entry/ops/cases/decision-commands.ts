import { type Command, Option } from 'commander'
import { approveCase } from '../../../flows/cases/approve-case.ts'
import { declineCase } from '../../../flows/cases/case-steps.ts'
import { proposeResolution } from '../../../flows/cases/propose-resolution.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { requireCase } from '../../../records/cases/case-store.ts'
import { explanations } from '../../../records/cases/resolution.ts'
import type { OpsHost, OpsSession } from '../ops-session.ts'
import { describeApproval, describeObstacle, requestApproval } from '../request-approval.ts'
import { describeResolution } from './describe-resolution.ts'
import { readWantedResolution, readWantedWallet, type WantedOptions } from './read-resolution.ts'

export function addDecisionCommands(ops: Command, session: OpsSession, host: OpsHost): void {
  addPropose(ops, session, host)
  addApprove(ops, session)
  addDecline(ops, session)
  addReopen(ops, session)
}

function addPropose(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('propose <case>')
    .addHelpText(
      'after',
      '\nInstead of a case you can name a credit (crd_…) without an open case, such as one that was kept.',
    )
    .description('propose a decision; another operator approves it')
    .requiredOption('--reason <text>', 'the reason, for the approver and the audit log')
    .option('--as-proposed', 'accept the suggestion of the case')
    .option('--allocate <txn>', 'allocate the credit to this buy')
    .option('--return', 'refund the credit to the account it came from')
    .option('--keep', 'keep the credit in suspense; the reason is recorded')
    .option('--accept-short', 'continue with the amount that arrived')
    .option('--accept-late', 'continue although the money came late')
    .option('--return-part', 'refund what the buy holds')
    .option('--took-back <crd>', 'the debit is the recall of this credit')
    .option('--charge', 'the debit is a bank charge')
    .option('--release', 'clear the buy or the sell, which then continues')
    .option(
      '--freeze-and-report',
      'confirm a sanctions match and keep the money frozen; with --evidence, the report to NIGSAC',
    )
    .option('--reject', 'reject: refund the naira of a buy, or return the tokens of a sell')
    .option('--return-all', 'refund the naira of a buy, or return the tokens of a sell')
    .option('--to-balance', 'return the tokens to the balance of the business')
    .option('--return-to-wallet <address>', 'return the tokens to this wallet; with --network and --evidence')
    .option(
      '--redirect <number>',
      'refund the naira of a buy to this account; with --bank, --name and --evidence, and --credit if the refund has several parts',
    )
    .option('--bank <code>', 'with --redirect: the bank of the account, by NIP code or slug')
    .option('--name <name>', "with --redirect: the account holder's name at the bank")
    .option('--credit <crd>', 'with --redirect: the credit whose part is redirected')
    .option('--retry-send', 'send the tokens again')
    .option('--was-paid', 'the network shows that the tokens arrived, or the bank that it paid')
    .option(
      '--not-paid',
      'the network or the bank shows that it was not paid: a payout of a sell WILL BE PAID AGAIN',
    )
    .option('--fix', 'the problem is fixed: check the buy or the sell again')
    .option('--resume-lane', 'resume the lane')
    .option(
      '--explain <what>',
      `what a line of the vendor's ledger is: ${explanations.join(', ')}; with --evidence`,
    )
    .option(
      '--payout <pay>',
      'with --explain return or payout: the payout that was returned, or that was made',
    )
    .option('--whose <name>', 'with --explain somebody: the owner of the naira, which stays in suspense')
    .option('--network <name>', 'with --return-to-wallet: the network of the wallet')
    .option('--evidence <text>', 'the proof: who confirmed the wallet, what the vendor wrote')
    .option('--read-again <block>', 'a transfer was set aside: read its network again from this block')
    .option('--our-loss', 'the issuer seized tokens, and we bear the loss: the sell continues')
    .option(
      '--customer-loss',
      'the issuer seized tokens, and the customer bears the loss: the sell ends or, if it was already paid out, the business owes us the amount',
    )
    .option('--under <cas>', 'the standing decision under which you alone decide it')
    .option('--close', 'with --under: approve it at once, with the same signature')
    .option('--dismiss', 'close the case without moving money')
    .addOption(
      new Option('--amount <naira>', 'with --allocate or --return: the amount (default: all that is left)'),
    )
    .action(
      async (what: string, options: WantedOptions & { reason: string; under?: string; close?: boolean }) => {
        if (options.close === true && options.under === undefined)
          throw new Refusal(
            'resolution_invalid',
            'Only a standing decision lets one person close a case. Pass --under with it, or leave out --close.',
          )
        const wanted = readWantedResolution(
          options,
          await readWantedWallet(options, async () => host.readWalletRules()),
        )
        await session.run(async (deps) => {
          const { file, resolution, isDone, obstacle } = await proposeResolution(deps, {
            caseId: what,
            operatorId: deps.operator.id,
            wanted,
            reason: options.reason,
            under: options.under,
          })
          const caseId = formatId('case', file.id)
          if (isDone) return session.print(`Closed ${caseId}.`, 'Next: npx afara ops cases')
          if (options.close === true) {
            const version = file.version + 1
            await approveCase(deps, { caseId, operatorId: deps.operator.id, version })
            return session.print(
              `${caseId} is done: ${describeResolution(resolution)}.`,
              'Next: npx afara ops cases',
            )
          }
          session.print(
            `Proposed for ${caseId}: ${describeResolution(resolution)}.`,
            ...describeObstacle(obstacle),
            ...(await describeApproval(deps, caseId, 'Nothing has moved yet.')),
          )
        })
      },
    )
}

function addApprove(ops: Command, session: OpsSession): void {
  ops
    .command('approve <case>')
    .description(
      'approve the proposal of another operator, in test mode perhaps your own; it takes effect at once',
    )
    .option('--version <number>', 'the version you saw; required if it was proposed more than once')
    .option('--reason <text>', 'a comment', 'agreed')
    .action(async (caseId: string, { version, reason }: { version?: string; reason: string }) => {
      await session.run(async (deps) => {
        const { resolution } = await approveCase(deps, {
          caseId,
          operatorId: deps.operator.id,
          version: version === undefined ? undefined : readVersion(version),
          reason,
        })
        session.print(`${caseId} is done: ${describeResolution(resolution)}.`, 'Next: npx afara ops cases')
      })
    })
}

function addDecline(ops: Command, session: OpsSession): void {
  ops
    .command('decline <case>')
    .description('reject a proposal, or withdraw your own')
    .requiredOption('--reason <text>', 'the reason')
    .action(async (caseId: string, { reason }: { reason: string }) => {
      await session.run(async (deps) => {
        const { kind } = await declineCase(deps, { caseId, operatorId: deps.operator.id, reason })
        session.print(
          kind === 'request'
            ? `Declined and closed the request ${caseId}.`
            : `Declined the proposal for ${caseId}. The case is open again.`,
          kind === 'request' ? 'Next: npx afara ops cases' : `Next: npx afara ops show ${caseId}`,
        )
      })
    })
}

function addReopen(ops: Command, session: OpsSession): void {
  ops
    .command('reopen <case>')
    .description('reopen a sanctions match that was confirmed by mistake; needs two operators')
    .requiredOption('--reason <text>', 'the proof of the mistake')
    .action(async (caseId: string, { reason }: { reason: string }) => {
      await session.run(async (deps) => {
        const { id, mode, kind, resolution } = await requireCase(deps.pool, caseId)
        if (kind !== 'screening_hit' || resolution?.action !== 'freeze_and_report')
          throw new Refusal('resolution_invalid', `${caseId} is not a confirmed sanctions match.`)
        session.print(
          ...(await requestApproval(deps, reason, {
            mode,
            facts: { subject: `match:${id}` },
            summary: `Reopen the sanctions match ${caseId}.`,
            resolution: { action: 'reopen_match', case_id: id },
          })),
        )
      })
    })
}

function readVersion(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text)
  throw new Refusal(
    'field_invalid',
    `--version must be a number, as "npx afara ops show" prints it, not "${text}".`,
  )
}
