import { join } from 'node:path'
import { simulatedSolana } from '@afara/stack/chains/simulated-networks.ts'
import { startSolana } from '@afara/stack/chains/solana/solana-chain.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import type { OnSpawn } from '@afara/stack/processes/child-process.ts'
import { address } from '@solana/kit'
import {
  getBurnInstruction,
  getFreezeAccountInstruction,
  getThawAccountInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { readHolding } from '../../chains/solana/read-holding.ts'
import type { IssuerActs } from '../../issuer/issuer-acts.ts'
import type { ForgingChain } from '../forging-chain.ts'
import { startLyingNode } from '../lying-node.ts'
import { solanaForgeries } from './forgeries.ts'
import { DECIMALS, openForgingWallet } from './forging-wallet.ts'

const TOKEN_2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const WRAPPED_SOL = address('So11111111111111111111111111111111111111112')
const SLOT_MS = 40

/** Starts a chain with our mint and others. Transactions are final about thirty slots later. */
export async function raiseSolanaForging(at: { directory: string; onSpawn: OnSpawn }): Promise<ForgingChain> {
  const { mint, sweeper, lane: treasury } = simulatedSolana
  const chain = await startSolana({ ...at, directory: join(at.directory, 'chains'), slotMs: SLOT_MS })
  const { url } = chain
  const node = await startLyingNode(url)
  const wallet = await openForgingWallet(url)
  const coin = await wallet.makeCoin(TOKEN_PROGRAM_ADDRESS, address(mint))
  const otherCoin = await wallet.makeCoin(TOKEN_PROGRAM_ADDRESS)
  const token2022Coin = await wallet.makeCoin(TOKEN_2022)
  const wrappedSol = { mint: WRAPPED_SOL, program: TOKEN_PROGRAM_ADDRESS }
  for (const [owner, held] of [
    [treasury, coin],
    [treasury, otherCoin],
    [sweeper, coin],
    [sweeper, otherCoin],
    [sweeper, token2022Coin],
    [sweeper, wrappedSol],
    [wallet.authority.address, coin],
  ] as const)
    await wallet.openAccount(await wallet.accountOf(owner, held), owner, held)
  await wallet.openAccount(
    await wallet.accountOf(wallet.customer.address, wrappedSol),
    wallet.customer.address,
    wrappedSol,
    10n ** 15n,
  )
  const unit = 10n ** BigInt(DECIMALS - 2)
  const { authority } = wallet
  const issuer: IssuerActs = {
    takes: [
      {
        name: 'burns',
        take: async (at_, amount) =>
          wallet.send(getBurnInstruction({ account: address(at_), mint: coin.mint, authority, amount })),
      },
      {
        name: 'moves',
        take: async (at_, amount) =>
          wallet.send(
            getTransferCheckedInstruction({
              source: address(at_),
              mint: coin.mint,
              destination: await wallet.accountOf(authority.address, coin),
              authority,
              amount,
              decimals: DECIMALS,
            }),
          ),
      },
    ],
    stops: [
      {
        name: 'freezes',
        begin: async (at_) => {
          const of = { account: address(at_), mint: coin.mint, owner: authority }
          await wallet.send(getFreezeAccountInstruction(of))
          return async () => wallet.send(getThawAccountInstruction(of))
        },
      },
    ],
    held: async (addresses) =>
      (await Promise.all(addresses.map(async (one) => readHolding(url, one)))).reduce(
        (all, one) => all + one,
        0n,
      ),
  }
  return {
    network: 'Solana',
    node,
    unit,
    lane: treasury,
    issuer,
    forgeries: solanaForgeries({
      wallet,
      coin,
      otherCoin,
      token2022Coin,
      wrappedSol,
      sweeper,
      treasury,
      units: (minor) => minor * unit,
      post: async (wire) =>
        askChain(url, 'sendTransaction', wire, { encoding: 'base64', skipPreflight: true }).catch(() => {}),
    }),
    together: 12,
    open: async (addresses) => {
      // The authority may move the tokens at these addresses, as a permanent delegate of a mint may.
      for (const one of addresses) await wallet.openAccount(one, sweeper, coin, 0n, wallet.authority.address)
    },
    pay: async (to, units) => wallet.send(await wallet.transfer(coin, to, units)),
    payAll: async (addresses, units) =>
      wallet.send(...(await Promise.all(addresses.map(async (to) => wallet.transfer(coin, to, units))))),
    settle: wallet.settle,
    holding: async (account) => readHolding(url, account),
    stop: async () => {
      await node.stop()
      await chain.stop()
    },
  }
}
