import { type NetworkName, networksOf } from '../../kernel/networks.ts'
import type { WalletBlock } from './chain.ts'

/** Networks' codes plus those that we add ourselves. */
export type WalletStopCode = WalletBlock | 'own_wallet' | 'network_unavailable'

export type WalletStopMeaning = Readonly<{
  /** Networks with this code; empty means all. */
  networks: readonly NetworkName[]
  means: string
  /** The actor who can fix it, and how. */
  mend: string
}>

/** Source of the networks page. Messages to users say the same, with the names of the token and the network. */
export const walletStopMeanings: Readonly<Record<WalletStopCode, WalletStopMeaning>> = {
  no_account: {
    networks: networksOf('stellar'),
    means: 'the account does not exist; on Stellar it needs a payment of XLM first',
    mend: 'the owner sends it at least 2 XLM and adds a trustline',
  },
  no_trustline: {
    networks: networksOf('stellar'),
    means: 'the account has no trustline for the token',
    mend: 'the owner adds a trustline ("add asset"), which needs 0.5 XLM',
  },
  not_authorized: {
    networks: networksOf('stellar'),
    means: 'the issuer must authorise each holder and has not authorised this one',
    mend: 'the owner asks the issuer, or uses another wallet',
  },
  trustline_full: {
    networks: networksOf('stellar'),
    means: 'the amount would exceed the limit of the trustline',
    mend: 'the owner raises the limit',
  },
  memo_required: {
    networks: networksOf('stellar', 'solana'),
    means: 'the account is shared (usually by an exchange) and needs a memo',
    mend: 'use the address that begins with M, which contains the memo, or another wallet',
  },
  wrong_mint: {
    networks: networksOf('solana'),
    means: 'the address is an account for another token',
    mend: 'use the wallet’s own address, or its account for our token',
  },
  not_a_wallet: {
    networks: networksOf('solana', 'stellar'),
    means:
      'the address is a program, a vault without an account for the token, the issuer, or one of our own addresses',
    mend: 'use the address that the wallet shows for receiving',
  },
  account_frozen: {
    networks: networksOf('solana'),
    means: 'the issuer has frozen the wallet’s account for the token',
    mend: 'the owner asks the issuer, or uses another wallet',
  },
  contract_elsewhere: {
    networks: networksOf('evm'),
    means:
      'a smart wallet that exists on another EVM network and not on this one, so nobody could move the tokens',
    mend: 'the owner sets up the same wallet on this network, or uses another wallet',
  },
  token_refuses: {
    networks: networksOf('evm', 'solana'),
    means: 'the token rejects a transfer to this wallet, or would redirect it',
    mend: 'the owner asks the issuer, or uses another wallet',
  },
  own_wallet: {
    networks: [],
    means: 'the address is one of our own lanes',
    mend: 'use a wallet that the customer controls',
  },
  network_unavailable: {
    networks: [],
    means: 'the network did not answer',
    mend: 'nothing to do: the check is retried within seconds',
  },
}
