import { setTimeout as sleep } from 'node:timers/promises'
import { TOKEN_ADDRESS } from '@afara/stack/chains/simulated-networks.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { encodeFunctionData, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Purse } from '../chain-witness.ts'

// The first account of anvil, whose key is in its manual. It owns the token.
const owner = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const abi = parseAbi(['function mint(address to, uint256 value)'])
const AGAIN_EVERY_MS = 1_000

/** Signs each transfer once and resends it until it is final. The same bytes cannot be mined twice. */
export async function openPurse(url: string, chainId: number): Promise<Purse> {
  const over = new AbortController()
  const sent: Array<Readonly<{ nonce: number; bytes: string }>> = []
  const countAt = async (block: string) =>
    Number(await askChain<string>(url, 'eth_getTransactionCount', owner.address, block))
  let next = await countAt('pending')
  // The node refuses a transaction that it already has.
  const send = async (bytes: string): Promise<void> => {
    await askChain(url, 'eth_sendRawTransaction', bytes).catch(() => {})
  }
  const sendAgain = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await sleep(AGAIN_EVERY_MS)
      const final = await countAt('finalized')
      for (const { nonce, bytes } of sent) if (nonce >= final) await send(bytes)
    }
  }
  const sending = sendAgain()
  return {
    give: async (to, units) => {
      const nonce = next++
      const bytes = await owner.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        to: TOKEN_ADDRESS,
        data: encodeFunctionData({ abi, functionName: 'mint', args: [to as `0x${string}`, units] }),
        gas: 150_000n,
        maxFeePerGas: 100_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
      })
      sent.push({ nonce, bytes })
      await send(bytes)
    },
    stop: async () => {
      over.abort()
      await sending
    },
  }
}
