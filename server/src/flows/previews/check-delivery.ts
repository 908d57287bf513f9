import type { Money } from '../../kernel/money/money.ts'
import { parseNetwork } from '../../kernel/networks.ts'
import type { Tenant } from '../../kernel/postgres/pool.ts'
import { readDeliveryRoom } from '../../movements/transfers/lane-overview-store.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { checkWallet } from '../wallets/check-wallet.ts'
import type { Findings, PreviewDeps, Stop } from './preview.ts'

const WALLET_ASK_TIMEOUT_MS = 2_500
// Used to check a wallet when the amount is not known yet.
const SMALLEST_TRANSFER_MINOR = 1n

/** Checks whether this many tokens could be delivered to a wallet now: our available tokens, and whether the wallet can receive. */
export async function checkDelivery(
  { pool, walletChains, addresses }: Pick<PreviewDeps, 'pool' | 'walletChains' | 'addresses'>,
  { mode }: Tenant,
  wallet: Wallet,
  tokens: Money | undefined,
): Promise<Findings> {
  const network = parseNetwork(wallet.network)
  const reading = readDeliveryRoom(pool, mode, wallet)
  const [room, check] = await Promise.all([
    reading,
    checkWallet(
      {
        rules: addresses,
        chain: walletChains.get(`${mode}:${network}`),
        isOurs: async () => (await reading).isOwn,
        askMs: WALLET_ASK_TIMEOUT_MS,
      },
      { network, text: wallet.address, tokensMinor: tokens?.minor ?? SMALLEST_TRANSFER_MINOR },
    ),
  ])
  const stops: Stop[] = check.blockers.map((blocker) => ({ ...blocker, field: 'wallet_address' }))
  if (!room.isActive) stops.push(stopped(network))
  else if (tokens !== undefined && room.roomMinor < tokens.minor) stops.push(short(network))
  const code = check.answer?.outcome === 'unasked' ? 'wallet_not_asked' : 'wallet_odd'
  return { stops, warnings: check.warnings.map((message) => ({ code, message })) }
}

function stopped(network: string): Stop {
  const message = `Transfers on ${network} are paused at the moment. The transaction would wait until they resume.`
  return { code: 'delivery_stopped', message, field: 'network' }
}

function short(network: string): Stop {
  const message = `We have too few tokens on ${network} for this amount. The transaction would wait until we have more.`
  return { code: 'delivery_short', message, field: 'amount' }
}
