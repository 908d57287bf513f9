import { createAskRpc } from '../ask-rpc.ts'
import type { Arrived, Witness } from '../family.ts'
import { readFields, readList, readText } from '../node-values.ts'
import { denyUnless, waitUnless } from '../not-shown.ts'

/** What the policy says of a token. Addresses are in lower case. */
type EvmToken = Readonly<{
  token: string
  factory: string
  treasury: string
  chainId: bigint
  decimals: number
}>

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
// treasury()
const TREASURY = '0x61d027b3'
const HEX = /^0x[0-9a-f]+$/i

/** Shows that the transfers are in final blocks, and that the factory sends to our treasury. */
export function createEvmWitness(url: string, token: EvmToken): Witness {
  const ask = createAskRpc(url)
  return async (arrived, signal) => {
    const [chainId, finalized, treasury, ...receipts] = await ask(
      [
        ['eth_chainId'],
        ['eth_getBlockByNumber', 'finalized', false],
        ['eth_call', { to: token.factory, data: TREASURY }, 'finalized'],
        ...arrived.map(({ txHash }) => ['eth_getTransactionReceipt', txHash] as const),
      ],
      signal,
    )
    waitUnless(BigInt(readText(chainId, HEX)) === token.chainId, 'the node is of another chain')
    const final = BigInt(readText(readFields(finalized)['number'], HEX))
    denyUnless(
      readText(treasury, HEX).toLowerCase() === wordOf(token.treasury),
      'the factory does not send to the treasury of the policy',
    )
    for (const [place, one] of arrived.entries()) {
      const receipt = receipts[place]
      waitUnless(receipt !== null, 'the node does not have a transfer yet')
      requireTransfer(readFields(receipt), one, token, final)
    }
  }
}

/** Exactly the transfer that the record tells of: this token, this place, this address, this amount. */
function requireTransfer(
  receipt: Readonly<Record<string, unknown>>,
  { txHash, logIndex, address, minor }: Arrived,
  { token, decimals }: EvmToken,
  final: bigint,
): void {
  waitUnless(BigInt(readText(receipt['blockNumber'], HEX)) <= final, 'a transfer is not final yet')
  const logs = readList(receipt['logs']).map(readFields)
  const log = logs.find((one) => BigInt(readText(one['logIndex'], HEX)) === BigInt(logIndex))
  const topics = log === undefined ? [] : readList(log['topics']).map((topic) => readText(topic, HEX))
  const isIt =
    receipt['status'] === '0x1' &&
    readText(receipt['transactionHash'], HEX).toLowerCase() === txHash &&
    log !== undefined &&
    log['removed'] !== true &&
    readText(log['address'], HEX).toLowerCase() === token &&
    topics.length === 3 &&
    topics[0]?.toLowerCase() === TRANSFER &&
    topics[2]?.toLowerCase() === wordOf(address) &&
    BigInt(readText(log['data'], HEX)) / 10n ** BigInt(decimals - 2) === minor
  denyUnless(isIt, `${txHash} does not bring what the record says`)
}

function wordOf(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`
}
