import type { Command } from 'commander'
import { example, type Runner } from '../runner.ts'
import { fill, fillAmount, type MakeFlags, makeTransaction } from './make-transaction.ts'

type Flags = MakeFlags & Readonly<{ network?: string; wallet?: string }>

/** An address without an owner on every EVM network. Test tokens that are sent there are worth nothing. */
const SAMPLE_WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
/** Networks with another address format. */
const OTHER_ADDRESSES = /^(solana|stellar)$/i

export function addWithdrawCommand(program: Command, { act }: Runner): void {
  program
    .command('withdraw')
    .description('send tokens from the balance to a wallet')
    .option('--amount <NGNC>', 'the number of tokens')
    .option('--network <name>', 'the network of the wallet, such as Polygon')
    .option('--wallet <address>', 'the destination wallet')
    .option('--reference <text>', 'your reference; repeating it returns the same withdrawal')
    .option('--idempotency-key <text>', 'the idempotency key, to repeat a request after a crash')
    .option('--preview', 'run every check without recording anything')
    .option('--wait', 'wait until the transaction is final')
    .option('--yes', 'in live mode: do not ask for confirmation')
    .addHelpText('after', example('afara withdraw --amount 2500.75 --network Polygon --wallet 0x8ba1…'))
    .action(
      act<Flags>(async (session, flags) =>
        makeTransaction(session, {
          type: 'Withdrawal',
          path: '/transactions/v1/withdrawals',
          flags,
          body: {
            type: 'withdrawal',
            amount: await fillAmount(session, flags.amount, '1500'),
            network: await fill(session, flags.network, {
              flag: 'network',
              words: 'Network',
              sample: 'Polygon',
            }),
            wallet_address: await fill(session, flags.wallet, {
              flag: 'wallet',
              words: 'Wallet',
              ...(OTHER_ADDRESSES.test(flags.network ?? '') ? {} : { sample: SAMPLE_WALLET }),
            }),
          },
          next: ({ transaction_id: id }) => [`Then: afara timeline ${id}`],
        }),
      ),
    )
}
