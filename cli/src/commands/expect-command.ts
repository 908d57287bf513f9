import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { printNaira } from '../output/money.ts'
import { colourOf } from '../output/paint.ts'
import { printFacts } from '../output/table.ts'
import { example, type Runner } from '../runner.ts'
import { fillAmount } from './make-transaction.ts'

type ExpectedReply = Readonly<{
  message: string
  transaction: Readonly<{ transaction_id: string; status: string }>
  pay_into: Readonly<{
    amount: string
    account_number: string
    account_name: string
    bank_name: string
    is_shared: boolean
    code: string
    pay_before: string
  }> | null
}>
type Flags = Readonly<{ amount?: string; network?: string; wallet?: string; reference?: string }>

export function addExpectCommand(program: Command, { act }: Runner): void {
  program
    .command('expect')
    .description('get an account number for a payment, before it is made')
    .option('--amount <naira>', 'the whole naira that the payer will pay')
    .option('--network <name>', 'the network of the wallet')
    .option('--wallet <address>', 'the destination wallet; the default is your balance')
    .option('--reference <text>', 'your reference; repeating it returns the same buy')
    .addHelpText('after', example('afara expect --amount 25000 --reference order-2291'))
    .action(
      act<Flags>(async (session, flags) => {
        const fields = {
          network: flags.network,
          wallet_address: flags.wallet,
          reference: flags.reference,
        }
        const body = {
          ...(await session.owner()),
          amount: await fillAmount(session, flags.amount, '15000'),
          ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
        }
        const reply = await session.post<ExpectedReply>('/transactions/v1/onramp/expected', body, {
          idempotencyKey: randomUUID(),
        })
        const { message, transaction, pay_into: payInto } = reply.body
        session.show(reply, () => [
          message,
          ...printFacts(
            [
              ['to pay', payInto === null ? undefined : printNaira(payInto.amount)],
              [
                'into',
                payInto === null
                  ? undefined
                  : `${payInto.account_number}, ${payInto.bank_name}, ${payInto.account_name}`,
              ],
              ['narration', payInto?.is_shared === true ? payInto.code : undefined],
              ['until', payInto === null ? undefined : session.moment(payInto.pay_before)],
              ['status', { text: transaction.status, colour: colourOf(transaction.status) }],
              ['transaction', transaction.transaction_id],
            ],
            session.paint,
          ),
        ])
        return undefined
      }),
    )
}
