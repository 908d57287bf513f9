import { type NetworkName, networksOf } from '../../kernel/networks.ts'
import type { WalletBlock } from './chain.ts'

/** What our rows and we ourselves add to what networks say. */
export type WalletStopCode = WalletBlock | 'own_wallet' | 'network_unavailable'

export type WalletStopMeaning = Readonly<{
  /** Where it can be; empty: everywhere. */
  networks: readonly NetworkName[]
  means: string
  /** Who can mend it, and how. */
  mend: string
}>

/** The page of networks is made of this. A message to people says the same with the names of the token and the network in it. */
export const walletStopMeanings: Readonly<Record<WalletStopCode, WalletStopMeaning>> = {
  no_account: {
    networks: networksOf('stellar'),
    means: 'the account was never opened: on Stellar it takes a payment of XLM to exist',
    mend: 'its owner sends it at least 2 XLM and adds a trustline',
  },
  no_trustline: {
    networks: networksOf('stellar'),
    means: 'the account does not trust the token, so the network takes no payment of it',
    mend: 'its owner adds a trustline ("add asset"), which takes 0.5 XLM',
  },
  not_authorized: {
    networks: networksOf('stellar'),
    means: 'the issuer has to authorise each holder and has not authorised this one',
    mend: 'its owner asks the issuer, or another wallet is used',
  },
  trustline_full: {
    networks: networksOf('stellar'),
    means: 'the trustline has a limit, and so much would pass it',
    mend: 'its owner raises the limit',
  },
  memo_required: {
    networks: networksOf('stellar', 'solana'),
    means: 'the account is shared (an exchange, mostly) and takes payments with a memo only',
    mend: 'the address that begins with M, which has the memo in it; or a wallet of their own',
  },
  wrong_mint: {
    networks: networksOf('solana'),
    means: 'the address is an account for another token',
    mend: 'the wallet’s own address, or its account for our token',
  },
  not_a_wallet: {
    networks: networksOf('solana', 'stellar'),
    means: 'a program, a vault without an account for the token, the issuer, or something of ours',
    mend: 'the address that the wallet shows for receiving',
  },
  account_frozen: {
    networks: networksOf('solana'),
    means: 'the issuer has frozen the wallet’s account for the token',
    mend: 'its owner asks the issuer, or another wallet is used',
  },
  contract_elsewhere: {
    networks: networksOf('evm'),
    means:
      'a smart wallet that is set up on another EVM network and not on this one: nobody could move what arrives',
    mend: 'its owner sets the same wallet up on this network, or another wallet is used',
  },
  token_refuses: {
    networks: networksOf('evm', 'solana'),
    means: 'the token itself refuses a transfer to this wallet, or would give it to somebody else',
    mend: 'its owner asks the issuer, or another wallet is used',
  },
  own_wallet: {
    networks: [],
    means: 'a lane of ours: our rows know wallets that no setting names',
    mend: 'a wallet that the customer controls',
  },
  network_unavailable: {
    networks: [],
    means: 'the network could not be asked',
    mend: 'nobody has to do anything: it is asked again within seconds',
  },
}
