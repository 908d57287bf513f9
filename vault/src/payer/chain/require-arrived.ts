import type { ArrivedTokens } from '../money/judge-deposit.ts'
import type { TokenPolicy } from '../policy/payer-policy.ts'
import { RefusedPayout, refusePayoutUnless } from '../refused-payout.ts'
import type { Nodes } from './create-nodes.ts'

type Fields = Readonly<Record<string, unknown>>

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
// treasury()
const TREASURY = '0x61d027b3'

/**
 * Has a node show that the tokens behind a payout came, at finality, and that the factory sends to our treasury. Below the sum that the
 * policy names the record's word is enough. What a node does not show yet is waited for; what it shows otherwise refuses the payout.
 */
export async function requireArrived(
  nodes: Nodes,
  arrived: readonly ArrivedTokens[],
  signal: AbortSignal,
): Promise<void> {
  const [first] = arrived
  const asked = first?.token.asked
  const sum = arrived.reduce((minor, one) => minor + one.minor, 0n)
  if (first === undefined || asked === undefined || sum <= asked.aboveMinor) return
  const { token } = first
  const [chainId, finalized, treasury, ...receipts] = await askAll(nodes, token, arrived, signal)
  requireShown(BigInt(readText(chainId)) === asked.chainId, 'the node is of another chain')
  const final = BigInt(readText(readFields(finalized)['number']))
  refusePayoutUnless(
    readText(treasury).toLowerCase() === `0x${token.treasury.slice(2).padStart(64, '0')}`,
    'not_funded',
    'the factory does not send to the treasury of the policy',
  )
  for (const [place, one] of arrived.entries()) {
    const receipt = receipts[place]
    requireShown(receipt !== null, 'the node does not have a transfer yet')
    requireTransfer(readFields(receipt), one, final)
  }
}

async function askAll(
  nodes: Nodes,
  { mode, network, factory }: TokenPolicy,
  arrived: readonly ArrivedTokens[],
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const ask = nodes.get(`${mode}:${network}`)
  requireShown(ask !== undefined, 'no node is set for the network')
  try {
    return await ask(
      [
        ['eth_chainId'],
        ['eth_getBlockByNumber', 'finalized', false],
        ['eth_call', { to: factory, data: TREASURY }, 'finalized'],
        ...arrived.map(({ txHash }) => ['eth_getTransactionReceipt', txHash] as const),
      ],
      signal,
    )
  } catch (error) {
    throw new RefusedPayout('chain_unavailable', (error as Error).message)
  }
}

/** Exactly the transfer that the record tells of: this token, this place, this address, this amount. */
function requireTransfer(
  receipt: Fields,
  { token, txHash, logIndex, address, minor }: ArrivedTokens,
  final: bigint,
): void {
  requireShown(BigInt(readText(receipt['blockNumber'])) <= final, 'a transfer is not final yet')
  const logs = Array.isArray(receipt['logs']) ? (receipt['logs'] as readonly unknown[]).map(readFields) : []
  const log = logs.find((one) => BigInt(readText(one['logIndex'])) === BigInt(logIndex))
  const topics = Array.isArray(log?.['topics']) ? (log['topics'] as readonly unknown[]).map(readText) : []
  const isIt =
    receipt['status'] === '0x1' &&
    readText(receipt['transactionHash']).toLowerCase() === txHash &&
    log !== undefined &&
    log['removed'] !== true &&
    readText(log['address']).toLowerCase() === token.token &&
    topics.length === 3 &&
    topics[0]?.toLowerCase() === TRANSFER &&
    topics[2]?.toLowerCase() === `0x${address.slice(2).padStart(64, '0')}` &&
    BigInt(readText(log['data'])) / 10n ** BigInt((token.asked?.decimals ?? 2) - 2) === minor
  refusePayoutUnless(isIt, 'not_funded', `${txHash} does not bring what the record says`)
}

function requireShown(condition: boolean, message: string): asserts condition {
  refusePayoutUnless(condition, 'chain_unavailable', message)
}

function readFields(value: unknown): Fields {
  requireShown(typeof value === 'object' && value !== null, 'the node gives an answer that cannot be')
  return value as Fields
}

function readText(value: unknown): string {
  requireShown(
    typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value),
    'the node gives an answer that cannot be',
  )
  return value
}
