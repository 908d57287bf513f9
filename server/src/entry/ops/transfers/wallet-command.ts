import type { Command } from 'commander'
import { checkWallet, type WalletCheck } from '../../../flows/wallets/check-wallet.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { type NetworkName, parseNetwork } from '../../../kernel/networks.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import { isOwnWallet, noteWallet } from '../../../records/transactions/wallets/wallet-store.ts'
import { formatNaira, readNaira } from '../amounts.ts'
import type { OpsDeps, OpsHost, OpsSession } from '../ops-session.ts'

type WalletOptions = Readonly<{ mode: string; amount: string }>

/** Looks at a wallet as a buy would. What waits for it is looked at at once. */
export function addWalletCommand(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('wallet <network> <address>')
    .description(
      'whether a wallet can receive: what is in the way, what mends it, and what waits for it, which is then looked at at once',
    )
    .option('--mode <mode>', 'live or test', 'live')
    .option('--amount <naira>', 'whether so many tokens can arrive', '15000')
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

/** How many transactions wait for the wallet. Where nobody was asked, nothing is kept and nothing is looked at. */
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
    blockers.length > 0 ? 'cannot receive' : isKnown ? 'can receive' : 'is spelt right, and no more is known'
  return [
    `${address ?? 'This text'} on ${network} ${verdict}${blockers.length === 0 && isKnown ? ` ${formatNaira(tokensMinor)} of tokens` : ''}.`,
    ...blockers.map(({ code, message }) => `    ${code}: ${message}`),
    ...warnings.map((warning) => `    Look out: ${warning}`),
    ...(waitingCount === 0
      ? []
      : [
          `    Waiting for it: ${waitingCount === 1 ? 'one transaction' : `${waitingCount} transactions`}, looked at now.`,
        ]),
  ]
}
