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
      name: 'a transfer that is undone in the same transaction',
      forge: async (at, minor) =>
        send(await transfer(coin, at, units(minor)), await transfer(coin, at, 10n ** 18n)),
    },
    {
      name: 'a transfer of more than the sender has',
      forge: async (at) => send(await transfer(coin, at, 10n ** 17n)),
    },
    { name: 'a transfer of zero', forge: async (at) => send(await transfer(coin, at, 0n)) },
    {
      name: 'an unchecked transfer of zero',
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
    {
      name: 'a transfer of less than a kobo',
      forge: async (at) => send(await transfer(coin, at, units(1n) - 1n)),
    },
    {
      name: 'SOL instead of tokens',
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
      name: 'tokens of another mint, to our account',
      forge: async (at, minor) => send(await transfer(otherCoin, at, units(minor))),
    },
    { name: 'tokens of another mint, to another account of our owner', forge: toOwner(otherCoin, sweeper) },
    {
      name: 'tokens of another mint, with our address as an extra account',
      forge: async (at, minor) =>
        send(beside(await transfer(otherCoin, await accountOf(treasury, otherCoin), units(minor)), at)),
    },
    { name: 'tokens of a Token-2022 mint', forge: toOwner(token2022Coin, sweeper) },
    {
      name: 'tokens of a Token-2022 mint, to our account',
      forge: async (at, minor) => send(await transfer(token2022Coin, at, units(minor))),
    },
    { name: 'wrapped SOL', forge: toOwner(wrappedSol, sweeper) },
    {
      name: 'SOL, with a request to count it as wrapped SOL in our account',
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
    { name: 'a transfer to the owner’s own token account', forge: toOwner(coin, sweeper) },
    { name: 'a transfer to the treasury', forge: toOwner(coin, treasury) },
    {
      name: 'a transfer to an account that does not exist',
      isUnopened: true,
      forge: async (at, minor) => send(await transfer(coin, at, units(minor))),
    },
    {
      name: 'only a memo',
      forge: async (at, minor) => send(note(`transfer ${units(minor)} to ${at}`)),
    },
    {
      name: 'a memo, with our address as an extra account',
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
      name: 'a transfer to another account, with our address as an extra account',
      forge: async (at, minor) =>
        send(beside(await transfer(coin, await accountOf(authority.address, coin), units(minor)), at)),
    },
    {
      name: 'a transfer to an account of our owner that no sell uses',
      forge: async (_, minor) => {
        const { address: alike } = await generateKeyPairSigner()
        await wallet.openAccount(alike, sweeper, coin)
        return send(await transfer(coin, alike, units(minor)))
      },
    },
    {
      name: 'a transfer to the sender, with our address as an extra account',
      forge: async (at, minor) => send(beside(await transfer(coin, await own(), units(minor)), at)),
    },
    {
      name: 'an approval without a transfer',
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
      name: 'tokens minted for another account, with our address as an extra account',
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
      name: 'tokens that are burnt, with our address as an extra account',
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
      name: 'a transfer to our account while it is frozen',
      forge: async (at, minor) => {
        await send(getFreezeAccountInstruction({ account: address(at), mint: coin.mint, owner: authority }))
        return send(await transfer(coin, at, units(minor)))
      },
    },
    {
      name: 'a stranger who transfers zero from our account',
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
    {
      name: 'a transfer to the mint',
      forge: async (_, minor) => send(await transfer(coin, coin.mint, units(minor))),
    },
    {
      name: 'a transfer with wrong decimals',
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
      name: 'a transfer with an invalid signature',
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
