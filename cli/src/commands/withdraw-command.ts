import type { Command } from 'commander'
import { example, type Runner } from '../runner.ts'
import { fill, fillAmount, type MakeFlags, makeTransaction } from './make-transaction.ts'

type Flags = MakeFlags & Readonly<{ network?: string; wallet?: string }>

/** Nobody's, on every EVM network: what is sent there in test mode is worth nothing. */
const SAMPLE_WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
/** Networks whose addresses look different. */
const OTHER_ADDRESSES = /^(solana|stellar)$/i

export function addWithdrawCommand(program: Command, { act }: Runner): void {
  program
    .command('withdraw')
    .description('tokens of the balance to a wallet')
    .option('--amount <NGNC>', 'how many tokens')
    .option('--network <name>', 'where they go, such as Polygon')
    .option('--wallet <address>', 'who gets them')
    .option('--reference <text>', 'your own name for it: the same again is the same withdrawal')
    .option('--idempotency-key <text>', 'the name of the request, to ask again after a crash')
    .option('--preview', 'run every check, record nothing')
    .option('--wait', 'stay until it has come to rest')
    .option('--yes', 'in live mode: do not ask')
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
