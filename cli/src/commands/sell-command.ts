import type { Command } from 'commander'
import { example, type Runner } from '../runner.ts'
import { fill, fillAmount, type MakeFlags, makeTransaction } from './make-transaction.ts'

type Flags = MakeFlags &
  Readonly<{ bank?: string; account?: string; name?: string; network?: string; wallet?: string }>

export function addSellCommand(program: Command, { act }: Runner): void {
  program
    .command('sell')
    .description('tokens into naira on a bank account, from the balance or from a wallet')
    .option('--amount <NGNC>', 'how many tokens')
    .option('--bank <name>', 'the bank that is paid')
    .option('--account <number>', 'the account that is paid')
    .option('--name <name>', 'whose account it is, if you know')
    .option('--network <name>', 'where the tokens come from; without one, from the balance')
    .option('--wallet <address>', 'the wallet that they come from')
    .option('--reference <text>', 'your own name for it: the same again is the same sell')
    .option('--idempotency-key <text>', 'the name of the request, to ask again after a crash')
    .option('--preview', 'run every check, record nothing')
    .option('--wait', 'stay until it has come to rest')
    .option('--yes', 'in live mode: do not ask')
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
              words: 'Bank to pay',
              sample: 'GTBank',
            }),
            account_number: await fill(session, flags.account, {
              flag: 'account',
              words: 'Account number to pay',
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
