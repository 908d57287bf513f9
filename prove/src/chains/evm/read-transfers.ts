import { TOKEN_ADDRESS } from '@afara/stack/chains/simulated-networks.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'

type Log = Readonly<{ topics: readonly [string, string, string]; data: string; transactionHash: string }>
type Moved = Readonly<{ from: string; to: string; units: bigint; hash: string }>

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Returns every final transfer of the token. */
export async function readTransfers(url: string): Promise<Moved[]> {
  const logs = await askChain<Log[]>(url, 'eth_getLogs', {
    address: TOKEN_ADDRESS,
    topics: [TRANSFER],
    fromBlock: '0x0',
    toBlock: 'finalized',
  })
  return logs.map(({ topics, data, transactionHash }) => ({
    from: addressOf(topics[1]),
    to: addressOf(topics[2]),
    units: BigInt(data),
    hash: transactionHash,
  }))
}

function addressOf(topic: string): string {
  return `0x${topic.slice(26)}`.toLowerCase()
}
