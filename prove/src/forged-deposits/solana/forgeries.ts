import { AccountRole, address, generateKeyPairSigner, type Instruction, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  getApproveInstruction,
  getBurnInstruction,
  getCloseAccountInstruction,
  getFreezeAccountInstruction,
  getMintToInstruction,
  getSyncNativeInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token'
import type { Forgery } from '../forging-chain.ts'
import { type Coin, DECIMALS } from './forging-wallet.ts'
import { solanaLies } from './lies.ts'
import type { SolanaForging } from './solana-forging.ts'

const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

/** Lists each kind of forgery once. */
export function solanaForgeries(s: SolanaForging): readonly Forgery[] {
  const { wallet, coin, otherCoin, token2022Coin, wrappedSol, sweeper, treasury, units } = s
  const { customer, authority, accountOf, transfer, send } = wallet
  const own = async () => accountOf(customer.address, coin)
  const toOwner = (what: Coin, owner: string) => async (_: string, minor: bigint) =>
    send(await transfer(what, await accountOf(owner, what), units(minor)))
  return [
    {
      name: 'sent and undone in one transaction',
      forge: async (at, minor) =>
        send(await transfer(coin, at, units(minor)), await transfer(coin, at, 10n ** 18n)),
    },
    { name: 'more than the sender has', forge: async (at) => send(await transfer(coin, at, 10n ** 17n)) },
    { name: 'nothing', forge: async (at) => send(await transfer(coin, at, 0n)) },
    {
      name: 'nothing, unchecked',
      forge: async (at) =>
        send(
          getTransferInstruction({
            source: await own(),
            destination: address(at),
            authority: customer,
            amount: 0n,
          }),
        ),
    },
    { name: 'less than a kobo', forge: async (at) => send(await transfer(coin, at, units(1n) - 1n)) },
    {
      name: 'the coin of the network',
      forge: async (at) =>
        send(
          getTransferSolInstruction({
            source: customer,
            destination: address(at),
            amount: lamports(5_000_000n),
          }),
        ),
    },
    {
      name: 'another mint, to our account',
      forge: async (at, minor) => send(await transfer(otherCoin, at, units(minor))),
    },
    { name: 'another mint, to an account beside ours', forge: toOwner(otherCoin, sweeper) },
    {
      name: 'another mint, with our address beside it',
      forge: async (at, minor) =>
        send(beside(await transfer(otherCoin, await accountOf(treasury, otherCoin), units(minor)), at)),
    },
    { name: 'a mint of Token-2022', forge: toOwner(token2022Coin, sweeper) },
    {
      name: 'a mint of Token-2022, to our account',
      forge: async (at, minor) => send(await transfer(token2022Coin, at, units(minor))),
    },
    { name: 'wrapped SOL', forge: toOwner(wrappedSol, sweeper) },
    {
      name: 'SOL, and our account said to be of wrapped SOL',
      forge: async (at) =>
        send(
          getTransferSolInstruction({
            source: customer,
            destination: address(at),
            amount: lamports(5_000_000n),
          }),
          getSyncNativeInstruction({ account: address(at) }),
        ),
    },
    { name: 'to the owner of our account', forge: toOwner(coin, sweeper) },
    { name: 'to the treasury itself', forge: toOwner(coin, treasury) },
    {
      name: 'to an account that is not open',
      isUnopened: true,
      forge: async (at, minor) => send(await transfer(coin, at, units(minor))),
    },
    {
      name: 'a note alone',
      forge: async (at, minor) => send(note(`transfer ${units(minor)} to ${at}`)),
    },
    {
      name: 'a note, with our address beside it',
      forge: async (at, minor) =>
        send(
          beside(
            getTransferSolInstruction({
              source: customer,
              destination: customer.address,
              amount: lamports(1n),
            }),
            at,
          ),
          note(`sell ${units(minor)} ${at}`),
        ),
    },
    {
      name: 'to another, with our address beside it',
      forge: async (at, minor) =>
        send(beside(await transfer(coin, await accountOf(authority.address, coin), units(minor)), at)),
    },
    {
      name: 'to an account of the same owner that is no address of a sell',
      forge: async (_, minor) => {
        const { address: alike } = await generateKeyPairSigner()
        await wallet.openAccount(alike, sweeper, coin)
        return send(await transfer(coin, alike, units(minor)))
      },
    },
    {
      name: 'to oneself, with our address beside it',
      forge: async (at, minor) => send(beside(await transfer(coin, await own(), units(minor)), at)),
    },
    {
      name: 'allowed, and not sent',
      forge: async (at, minor) =>
        send(
          getApproveInstruction({
            source: await own(),
            delegate: address(at),
            owner: customer,
            amount: units(minor),
          }),
        ),
    },
    {
      name: 'minted for another, with our address beside it',
      forge: async (at, minor) =>
        send(
          beside(
            getMintToInstruction({
              mint: coin.mint,
              token: await own(),
              mintAuthority: authority,
              amount: units(minor),
            }),
            at,
          ),
        ),
    },
    {
      name: 'burnt, with our address beside it',
      forge: async (at, minor) =>
        send(
          beside(
            getBurnInstruction({
              account: await own(),
              mint: coin.mint,
              authority: customer,
              amount: units(minor),
            }),
            at,
          ),
        ),
    },
    {
      name: 'to an account that is frozen',
      forge: async (at, minor) => {
        await send(getFreezeAccountInstruction({ account: address(at), mint: coin.mint, owner: authority }))
        return send(await transfer(coin, at, units(minor)))
      },
    },
    {
      name: 'a stranger who takes from our account',
      forge: async (at) =>
        send(
          getTransferCheckedInstruction({
            source: address(at),
            mint: coin.mint,
            destination: await own(),
            authority: customer,
            amount: 0n,
            decimals: DECIMALS,
          }),
        ),
    },
    {
      name: 'a stranger who closes our account',
      forge: async (at) =>
        send(
          getCloseAccountInstruction({
            account: address(at),
            destination: customer.address,
            owner: customer,
          }),
        ),
    },
    { name: 'to the mint', forge: async (_, minor) => send(await transfer(coin, coin.mint, units(minor))) },
    {
      name: 'with other decimals',
      forge: async (at, minor) =>
        send(
          getTransferCheckedInstruction({
            source: await own(),
            mint: coin.mint,
            destination: address(at),
            authority: customer,
            amount: units(minor),
            decimals: DECIMALS - 2,
          }),
        ),
    },
    {
      name: 'signed by nobody',
      forge: async (at, minor) => {
        const { wire } = await wallet.sign(await transfer(coin, at, units(minor)))
        const bytes = Buffer.from(wire, 'base64')
        bytes.writeUInt8(bytes.readUInt8(10) ^ 1, 10)
        return s.post(bytes.toString('base64'))
      },
    },
    ...solanaLies(s),
  ]
}

/** Returns the instruction with one more account that it does not need. The network then lists the transaction under that account. */
function beside(instruction: Instruction, at: string): Instruction {
  return {
    ...instruction,
    accounts: [...(instruction.accounts ?? []), { address: address(at), role: AccountRole.WRITABLE }],
  }
}

function note(text: string): Instruction {
  return { programAddress: MEMO, accounts: [], data: Buffer.from(text) }
}
