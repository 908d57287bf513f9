import { address, createNoopSigner, type Instruction } from '@solana/kit'
import { getCreateAccountWithSeedInstruction, getTransferSolInstruction } from '@solana-program/system'
import {
  getCloseAccountInstruction,
  getInitializeAccount3Instruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token'
import type { Terms } from '../../src/movements/transfers/chain.ts'
import { addressWithSeed, depositSeed } from '../../src/rails/chains/solana/addresses/seed-address.ts'
import { TOKEN_PROGRAM } from '../../src/rails/chains/solana/addresses/solana-address.ts'
import { buildMessage, offerInstructions } from '../../src/rails/chains/solana/messages/lane-message.ts'
import { type SolanaKey, type SolanaWorld, signWith } from './solana-world.ts'

/** Actions of users and of the signer on a local chain. */
export function createSolanaActs(world: SolanaWorld) {
  const mint = address(world.mint)
  const signal = () => AbortSignal.timeout(10_000)
  const freshTerms = async (): Promise<Terms> => ({
    ...(await world.chain.suggestTerms(signal())),
    cuLimit: '400000',
  })
  const signed = async (key: SolanaKey, instructions: readonly Instruction[], terms?: Terms) => {
    const used = terms ?? (await freshTerms())
    return signWith([key], buildMessage(key.address, used, [...offerInstructions(used), ...instructions]))
  }

  return {
    freshTerms,
    signed,
    /** Signs with new terms and waits until the transaction is in a block. */
    act: async (key: SolanaKey, ...instructions: Instruction[]): Promise<string> =>
      world.land((await signed(key, instructions)).raw),
    open: (sweeper: SolanaKey, salt: string): Instruction[] => {
      const owner = address(sweeper.address)
      const seed = depositSeed(sweeper.address, salt, TOKEN_PROGRAM)
      const account = address(addressWithSeed(owner, seed, TOKEN_PROGRAM))
      return [
        getCreateAccountWithSeedInstruction({
          payer: createNoopSigner(owner),
          newAccount: account,
          base: owner,
          seed,
          amount: 2_039_280n,
          space: 165n,
          programAddress: address(TOKEN_PROGRAM),
        }),
        getInitializeAccount3Instruction({ account, mint, owner }),
      ]
    },
    close: (sweeper: SolanaKey, account: string): Instruction =>
      getCloseAccountInstruction({
        account: address(account),
        destination: address(sweeper.address),
        owner: createNoopSigner(address(sweeper.address)),
      }),
    /** Transfers between two token accounts. */
    transferChecked: (owner: SolanaKey, source: string, destination: string, amount: bigint): Instruction =>
      getTransferCheckedInstruction({
        source: address(source),
        mint,
        destination: address(destination),
        authority: createNoopSigner(address(owner.address)),
        amount,
        decimals: world.token.decimals,
      }),
    transfer: (owner: SolanaKey, source: string, destination: string, amount: bigint): Instruction =>
      getTransferInstruction({
        source: address(source),
        destination: address(destination),
        authority: createNoopSigner(address(owner.address)),
        amount,
      }),
    lamports: (from: SolanaKey, to: string, amount: bigint): Instruction =>
      getTransferSolInstruction({
        source: createNoopSigner(address(from.address)),
        destination: address(to),
        amount,
      }),
  }
}
