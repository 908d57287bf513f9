import { networkChoice } from '../../../kernel/networks.ts'
import type { ErrorEntries } from './error-entry.ts'

export const walletErrors = {
  wallet_incomplete: {
    status: 422,
    meaning: 'Of `network` and `wallet_address` only one was given.',
    fix: 'Give both or neither.',
  },
  wallet_required: {
    status: 422,
    meaning: 'No wallet was given, and the business has neither a default wallet nor a balance to use.',
    fix: 'Give `network` and `wallet_address`, or have a default wallet set.',
  },
  deposits_not_open: {
    status: 422,
    meaning: 'Tokens cannot be deposited on this network in this mode yet.',
    fix: 'Name another network, or sell from your balance.',
  },
  withdrawals_not_open: {
    status: 422,
    meaning: 'Nothing is sent on this network in this mode yet. No tokens were taken.',
    fix: 'Name another network.',
  },
  withdrawals_stopped: {
    status: 422,
    meaning:
      'Nothing is sent to wallets for this business, or on this network, at the moment. No tokens were taken.',
    fix: 'Try again later, or ask us.',
  },
  network_unknown: {
    status: 422,
    meaning: 'We know no network of this name.',
    fix: `${networkChoice}; case does not matter.`,
  },
  wallet_address_invalid: {
    status: 422,
    meaning: 'The text can be no address on this network: its length, letters or checksum are wrong.',
    fix: 'Copy it again from the wallet, whole.',
  },
  wallet_address_wrong_network: {
    status: 422,
    meaning: 'The address is of another network than the one named.',
    fix: 'Name the network that it belongs to, or give an address of the one named.',
  },
  wallet_address_forbidden: {
    status: 422,
    meaning:
      'Nobody could use tokens there: the zero address, the address of a program or token, or one of our own.',
    fix: 'Give the address of a wallet that you control.',
  },
  wallet_address_unsupported: {
    status: 422,
    meaning: 'It is an address of a kind that we do not send to.',
    fix: 'Give the kind of address that the message names.',
  },
  wallet_address_is_secret: {
    status: 422,
    meaning: 'It is a secret key or a recovery phrase and not an address. It was not kept.',
    fix: 'Count it as exposed: move what it holds to a new wallet, and give the address of that one.',
  },
} as const satisfies ErrorEntries
