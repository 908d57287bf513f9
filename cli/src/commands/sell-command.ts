import type { Command } from 'commander'
import { example, type Runner } from '../runner.ts'
import { fill, fillAmount, type MakeFlags, makeTransaction } from './make-transaction.ts'

type Flags = MakeFlags &
  Readonly<{ bank?: string; account?: string; name?: string; network?: string; wallet?: string }>

export function addSellCommand(program: Command, { act }: Runner): void {
  program
    .command('sell')
    .description('sell tokens from the balance or a wallet, paid out to a bank account')
    .option('--amount <NGNC>', 'the number of tokens')
    .option('--bank <name>', "the beneficiary's bank")
    .option('--account <number>', "the beneficiary's account number")
    .option('--name <name>', "the beneficiary's name, if you know it")
    .option('--network <name>', 'the network of the deposit; the default is your balance')
    .option('--wallet <address>', 'the wallet the tokens come from')
    .option('--reference <text>', 'your reference; repeating it returns the same sell')
    .option('--idempotency-key <text>', 'the idempotency key, to repeat a request after a crash')
    .option('--preview', 'run every check without recording anything')
    .option('--wait', 'wait until the transaction is final')
    .option('--yes', 'in live mode: do not ask for confirmation')
    .addHelpText(
      'after',
      example('afara sell --amount 1500 --bank GTBank --account 0123456789 --name "Ada Obi" --wait'),
    )
    .action(
      act<Flags>(async (session, flags) =>
        makeTransaction(session, {
          type: 'Sell',
          path: '/transactions/v1/offramp',
          flags,
          body: {
            type: 'sell_ramp',
            amount: await fillAmount(session, flags.amount, '1500'),
            bank_name: await fill(session, flags.bank, {
              flag: 'bank',
              words: "Beneficiary's bank",
              sample: 'GTBank',
            }),
            account_number: await fill(session, flags.account, {
              flag: 'account',
              words: "Beneficiary's account number",
              sample: '0123456789',
            }),
            account_name: flags.name,
            network: flags.network,
            wallet_address: flags.wallet,
          },
          next: ({ transaction_id: id, deposit }) => [
            ...(deposit === undefined ? [] : [`Next: send exactly that amount to ${deposit.address}.`]),
            `Then: afara timeline ${id}`,
          ],
        }),
      ),
    )
}
