import type { Command } from 'commander'
import { printNaira } from '../output/money.ts'
import { toPlainText } from '../output/plain-text.ts'
import { printFacts } from '../output/table.ts'
import { requireTransactionId } from '../require-transaction-id.ts'
import { example, type Runner } from '../runner.ts'
import type { Reply, Session } from '../session.ts'

type Case = Readonly<{
  case_id: string
  transaction_id: string
  type: string
  reference: string
  state: string
  code: string
  message: string
  received: string
  choices: readonly Readonly<{ choice: string; message: string; amount: string }>[]
  due_at: string
  default_message: string
  decision: Readonly<{ choice: string; decided_at: string }> | null
}>
type CaseReply = Readonly<{ message: string; case: Case }>
type CasesReply = Readonly<{ cases: readonly Case[] }>
type CancelReply = Readonly<{ message: string; transaction: Readonly<{ status: string }> }>
type Flags = Readonly<{
  network?: string
  wallet?: string
  bank?: string
  account?: string
  name?: string
}>

const ID = 'cas_01a1dcc33c477feca0d6d2cee34c8ce8'

export function addCaseCommands(program: Command, { act }: Runner): void {
  program
    .command('cases')
    .description('list what you can decide about your transactions')
    .option('--all', 'also what has ended')
    .addHelpText('after', example('afara cases'))
    .action(
      act<{ all?: true }>(async (session, flags) => {
        const reply = await session.get<CasesReply>(`/cases/v1${flags.all === true ? '' : '?state=open'}`)
        const { cases } = reply.body
        session.show(reply, () =>
          cases.length === 0
            ? ['Nothing waits for your decision.']
            : cases.flatMap((one) => linesOf(one, session)),
        )
        return undefined
      }),
    )

  program
    .command('decide')
    .argument('<case>', 'cas_…')
    .argument('<choice>', 'one of the choices of the case, such as accept or return')
    .description('decide a case; the same decision again changes nothing')
    .option('--network <name>', 'for the choice wallet: its network')
    .option('--wallet <address>', 'for the choice wallet: the address')
    .option('--bank <name>', 'for the choice beneficiary: the bank')
    .option('--account <number>', 'for the choice beneficiary: the account number')
    .option('--name <name>', 'for the choice beneficiary: the name on the account')
    .addHelpText('after', example(`afara decide ${ID} accept`))
    .action(
      act<Flags>(async (session, flags, id = '', choice = '') => {
        const fields = {
          choice,
          network: flags.network,
          wallet_address: flags.wallet,
          bank_name: flags.bank,
          account_number: flags.account,
          account_name: flags.name,
        }
        const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
        const reply = await session.post<CaseReply>(`/cases/v1/${encodeURIComponent(id)}/decisions`, body)
        show(session, reply)
        return undefined
      }),
    )

  program
    .command('cancel')
    .argument('<id>', 'txn_…')
    .description('cancel a buy or a sell for which nothing has arrived')
    .addHelpText('after', example('afara cancel txn_01a1dd74d1207df98aa4550d03693dee'))
    .action(
      act(async (session, _flags, id) => {
        const reply = await session.post<CancelReply>(
          `/transactions/v1/${requireTransactionId(id)}/cancel`,
          {},
        )
        session.show(reply, () => [reply.body.message])
        return undefined
      }),
    )
}

function show(session: Session, reply: Reply<CaseReply>): void {
  session.show(reply, () => [reply.body.message, ...linesOf(reply.body.case, session)])
}

function linesOf(one: Case, session: Session): string[] {
  return [
    toPlainText(one.message),
    ...printFacts(
      [
        ['case', one.case_id],
        ['transaction', `${one.transaction_id} (${one.type}, ${toPlainText(one.reference)})`],
        ['we hold', printNaira(one.received)],
        ...one.choices.map(({ choice, message, amount }): [string, string] => [
          choice,
          `${message} ${printNaira(amount)}`,
        ]),
        ...(one.decision === null
          ? ([['until', `${session.moment(one.due_at)}. ${one.default_message}`]] as [string, string][])
          : ([['decided', one.decision.choice]] as [string, string][])),
      ],
      session.paint,
    ),
    '',
  ]
}
