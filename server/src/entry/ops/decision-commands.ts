import { type Command, Option } from 'commander'
import { approveCase } from '../../flows/cases/approve-case.ts'
import { declineCase } from '../../flows/cases/decline-case.ts'
import { proposeResolution } from '../../flows/cases/propose-resolution.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { OpsSession } from './ops-session.ts'
import { describeResolution } from './resolution-words.ts'
import { readWanted, type WantedOptions } from './wanted-resolution.ts'

export function addDecisionCommands(ops: Command, session: OpsSession): void {
  addPropose(ops, session)
  addApprove(ops, session)
  addDecline(ops, session)
}

function addPropose(ops: Command, session: OpsSession): void {
  ops
    .command('propose <case>')
    .addHelpText(
      'after',
      '\nIn the place of the case, a credit (crd_…) that nothing is asked about: one that was kept.',
    )
    .description('say how it should end; another operator approves')
    .requiredOption('--reason <text>', 'why, for whoever approves and whoever reads it later')
    .option('--as-proposed', 'what was suggested when the case was opened')
    .option('--allocate <txn>', 'give the credit to this buy')
    .option('--return', 'send the credit back to the account it came from')
    .option('--keep', 'leave it in suspense, explained')
    .option('--accept-short', 'go on with what has arrived')
    .option('--accept-late', 'go on although it came late')
    .option('--return-part', 'send back what the buy holds')
    .option('--took-back <crd>', 'the debit is the recall of this credit')
    .option('--charge', "the debit is a bank's charge")
    .option('--release', 'what holds the buy is nothing: it goes on')
    .option('--reject', 'the buy does not go on: send back what it holds')
    .option('--return-all', 'send back what the buy holds')
    .option('--retry-send', 'send the tokens again')
    .option('--was-paid', 'after a conflict: the network shows that the tokens have arrived')
    .option('--not-paid', 'after a conflict: the network, or the bank, shows that nothing left us for it')
    .option('--fix', 'what was in the way is mended: check the buy again')
    .option('--resume-lane', 'let the lane send again')
    .option('--dismiss', 'no money is meant: it was looked at')
    .addOption(new Option('--amount <naira>', 'with --allocate or --return; without it, all there is'))
    .action(async (what: string, options: WantedOptions & { reason: string }) => {
      const wanted = readWanted(options)
      await session.run(async (deps) => {
        const { file, resolution, isDone } = await proposeResolution(deps, {
          caseId: what,
          operatorId: deps.operator.id,
          wanted,
          reason: options.reason,
        })
        const caseId = formatId('case', file.id)
        if (isDone) return session.print(`${caseId} is closed.`, 'Next: npx afara ops cases')
        session.print(
          `Proposed for ${caseId}: ${describeResolution(resolution)}.`,
          'Nothing has moved yet: it takes another operator, with their own key.',
          `Next, by the other: npx afara ops show ${caseId}`,
          `                    npx afara ops approve ${caseId}`,
        )
      })
    })
}

function addApprove(ops: Command, session: OpsSession): void {
  ops
    .command('approve <case>')
    .description('agree to what another operator proposed; it is carried out at once')
    .option('--version <number>', 'the version you saw; needed when it was proposed more than once')
    .option('--reason <text>', 'a word of your own', 'agreed')
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
    .description('say no to a proposal, or take back your own')
    .requiredOption('--reason <text>', 'why not')
    .action(async (caseId: string, { reason }: { reason: string }) => {
      await session.run(async (deps) => {
        const { kind } = await declineCase(deps, { caseId, operatorId: deps.operator.id, reason })
        session.print(
          kind === 'request'
            ? `The request ${caseId} is declined and closed.`
            : `The proposal for ${caseId} is declined; the case is open again.`,
          kind === 'request' ? 'Next: npx afara ops cases' : `Next: npx afara ops show ${caseId}`,
        )
      })
    })
}

function readVersion(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text)
  throw new Refusal(
    'field_invalid',
    `A version is a number, as "npx afara ops show" prints it, not "${text}".`,
  )
}
