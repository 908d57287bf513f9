import { setTimeout as sleep } from 'node:timers/promises'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { askChain, askSimulator, type SimulatedNetwork } from './ask-simulator.ts'

export type SimulatedSolanaSettings = Readonly<{ url: string; mint: string; decimals: number }>

const PAYER_LAMPORTS = '1000000000'
// The token account of a sell opens shortly after the sell is created.
const ACCOUNT_OPEN_DEADLINE_MS = 10_000

/** A local Solana node behind a proxy that can give SOL and tokens to any address. */
export function createSimulatedSolana({ url, mint, decimals }: SimulatedSolanaSettings): SimulatedNetwork {
  const fund = async (owner: string, units: bigint) => {
    await askSimulator(`${url}/admin/sol`, { body: { address: owner, lamports: PAYER_LAMPORTS } })
    await askSimulator(`${url}/admin/tokens`, { body: { owner, mint, units: units.toString() } })
  }
  return {
    openWallet: async (seed) => (await createKeyPairSignerFromPrivateKeyBytes(seed)).address,
    // The payer is a new wallet that has exactly this amount.
    sendTokens: async (to, minor) => {
      const amount = minor * 10n ** BigInt(decimals - 2)
      const payer = await generateKeyPairSigner()
      await fund(payer.address, amount)
      const [source] = await findAssociatedTokenPda({
        owner: payer.address,
        mint: address(mint),
        tokenProgram: TOKEN_PROGRAM_ADDRESS,
      })
      await untilOpen(url, to)
      const transfer = getTransferCheckedInstruction({
        source,
        mint: address(mint),
        destination: address(to),
        authority: payer,
        amount,
        decimals,
      })
      const { value: latest } = await askChain<{ value: { blockhash: string } }>(url, 'getLatestBlockhash')
      const lifetime = { blockhash: blockhash(latest.blockhash), lastValidBlockHeight: 0n }
      const signed = await signTransactionMessageWithSigners(
        pipe(
          createTransactionMessage({ version: 0 }),
          (empty) => setTransactionMessageFeePayerSigner(payer, empty),
          (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
          (timed) => appendTransactionMessageInstruction(transfer, timed),
        ),
      )
      const options = { encoding: 'base64', skipPreflight: true }
      await askChain(url, 'sendTransaction', getBase64EncodedWireTransaction(signed), options)
    },
  }
}

async function untilOpen(url: string, account: string): Promise<void> {
  const until = Date.now() + ACCOUNT_OPEN_DEADLINE_MS
  while (Date.now() < until) {
    const options = { encoding: 'base64' }
    const { value } = await askChain<{ value: object | null }>(url, 'getAccountInfo', account, options)
    if (value !== null) return
    await sleep(200)
  }
}
