import type { Command } from 'commander'
import { checkWallet, type WalletCheck } from '../../../flows/wallets/check-wallet.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { type NetworkName, parseNetwork } from '../../../kernel/networks.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import { isOwnWallet, noteWallet } from '../../../records/transactions/wallets/wallet-store.ts'
import { formatNaira, readNaira } from '../amounts.ts'
import type { OpsDeps, OpsHost, OpsSession } from '../ops-session.ts'

type WalletOptions = Readonly<{ mode: string; amount: string }>

/** Checks a wallet as a buy would. Transactions that wait for this wallet are checked again at once. */
export function addWalletCommand(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('wallet <network> <address>')
    .description(
      'check whether a wallet can receive, what blocks it and how to fix that; waiting transactions are retried at once',
    )
    .option('--mode <mode>', 'live or test', 'live')
    .option('--amount <naira>', 'check for this amount of tokens', '15000')
    .action(async (name: string, text: string, { mode: modeText, amount }: WalletOptions) => {
      await session.run(async (deps) => {
        const [mode, network] = [parseMode(modeText), parseNetwork(name)]
        const question = { mode, network, text, tokensMinor: readNaira(amount).minor }
        const { chains } = await host.readChainsAndJournal()
        const check = await checkWallet(
          {
            rules: await host.readWalletRules(),
            chain: chains.get(`${mode}:${network}`),
            isOurs: async (address) => isOwnWallet(deps.pool, address),
          },
          question,
        )
        const waitingCount = await noteAnswer(deps, { ...question, check })
        session.print(...formatWalletCheck(network, question.tokensMinor, check, waitingCount))
      })
    })
}

type CheckedWallet = Readonly<{ mode: Mode; network: NetworkName; tokensMinor: bigint; check: WalletCheck }>

/** Returns how many transactions wait for the wallet. If the network was not asked, stores nothing and checks nothing. */
async function noteAnswer(
  { pool, clock }: OpsDeps,
  { mode, network, tokensMinor, check }: CheckedWallet,
): Promise<number> {
  const { address, answer } = check
  if (address === undefined || answer === undefined || answer.outcome === 'unasked') return 0
  return noteWallet(pool, { mode, network, address, tokensMinor }, answer, clock.now())
}

function formatWalletCheck(
  network: NetworkName,
  tokensMinor: bigint,
  { address, blockers, warnings, answer }: WalletCheck,
  waitingCount: number,
): string[] {
  const isKnown = answer !== undefined && answer.outcome !== 'unasked'
  const verdict =
    blockers.length > 0
      ? 'cannot receive'
      : isKnown
        ? 'can receive'
        : 'is a valid address; the network was not asked'
  return [
    `${address ?? 'This address'} on ${network} ${verdict}${blockers.length === 0 && isKnown ? ` ${formatNaira(tokensMinor)} of tokens` : ''}.`,
    ...blockers.map(({ code, message }) => `    ${code}: ${message}`),
    ...warnings.map((warning) => `    Warning: ${warning}`),
    ...(waitingCount === 0
      ? []
      : [
          `    ${waitingCount === 1 ? 'One transaction waits for this wallet and is' : `${waitingCount} transactions wait for this wallet and are`} retried now.`,
        ]),
  ]
}
