import { type Command, Option } from 'commander'
import { approveCase } from '../../../flows/cases/approve-case.ts'
import { declineCase } from '../../../flows/cases/case-steps.ts'
import { proposeResolution } from '../../../flows/cases/propose-resolution.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { explanations } from '../../../records/cases/resolution.ts'
import type { OpsHost, OpsSession } from '../ops-session.ts'
import { describeResolution } from './describe-resolution.ts'
import { readWantedResolution, readWantedWallet, type WantedOptions } from './read-resolution.ts'

export function addDecisionCommands(ops: Command, session: OpsSession, host: OpsHost): void {
  addPropose(ops, session, host)
  addApprove(ops, session)
  addDecline(ops, session)
}

function addPropose(ops: Command, session: OpsSession, host: OpsHost): void {
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
    .option('--release', 'what holds the buy or the sell is nothing: it goes on')
    .option('--reject', 'it does not go on: naira of a buy, or tokens of a sell, go back')
    .option('--return-all', 'naira of a buy, or tokens of a sell, go back')
    .option('--to-balance', 'tokens that go back are in the balance of their business')
    .option(
      '--return-to-wallet <address>',
      'tokens that go back leave to this wallet; with --network and --evidence',
    )
    .option(
      '--redirect <number>',
      'naira of a buy goes back to this account; with --bank, --name and --evidence, and --credit where several parts wait',
    )
    .option('--bank <code>', 'with --redirect: its bank, by NIP code or slug')
    .option('--name <name>', 'with --redirect: its holder, as the bank has it')
    .option('--credit <crd>', 'with --redirect: which part')
    .option('--retry-send', 'send the tokens again')
    .option('--was-paid', 'the network shows that the tokens have arrived, or the bank that it has paid')
    .option('--not-paid', 'the network, or the bank, shows that nothing left us for it')
    .option('--fix', 'what was in the way is mended: the buy or the sell is checked again')
    .option('--resume-lane', 'let the lane send again')
    .option(
      '--explain <what>',
      `what a line of a vendor's book was: ${explanations.join(', ')}; with --evidence`,
    )
    .option('--payout <pay>', 'with --explain return: the payment that came back')
    .option('--whose <name>', 'with --explain somebody: whose naira waits in suspense')
    .option('--network <name>', 'with --return-to-wallet: the network of the wallet')
    .option('--evidence <text>', 'what shows it: who confirmed the wallet, what the vendor wrote')
    .option('--read-again <block>', 'a transfer was set aside: read its network once more from this block on')
    .option('--dismiss', 'no money is meant: it was looked at')
    .addOption(new Option('--amount <naira>', 'with --allocate or --return; without it, all there is'))
    .action(async (what: string, options: WantedOptions & { reason: string }) => {
      const wanted = readWantedResolution(
        options,
        await readWantedWallet(options, async () => host.readWalletRules()),
      )
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
