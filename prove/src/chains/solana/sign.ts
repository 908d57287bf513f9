import { askChain } from '@afara/stack/http/ask-chain.ts'
import {
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'

export type SignedTransaction = Readonly<{ wire: string; signature: string; lastValidBlockHeight: number }>

type Latest = Readonly<{ value: Readonly<{ blockhash: string; lastValidBlockHeight: number }> }>

/** Signs for the fee payer and the signers in the instructions, with the newest blockhash. */
export async function sign(
  url: string,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
): Promise<SignedTransaction> {
  const { value: latest } = await askChain<Latest>(url, 'getLatestBlockhash', { commitment: 'confirmed' })
  const { lastValidBlockHeight } = latest
  const lifetime = {
    blockhash: latest.blockhash as Blockhash,
    lastValidBlockHeight: BigInt(lastValidBlockHeight),
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  const signed = await signTransactionMessageWithSigners(message)
  return {
    wire: getBase64EncodedWireTransaction(signed),
    signature: getSignatureFromTransaction(signed),
    lastValidBlockHeight,
  }
}

/**
 * Sends without preflight, so that a transaction that will fail is accepted too. The chain refuses a transaction that it already has, which
 * is fine.
 */
export async function send(url: string, { wire }: SignedTransaction): Promise<void> {
  await askChain(url, 'sendTransaction', wire, { encoding: 'base64', skipPreflight: true }).catch(() => {})
}
