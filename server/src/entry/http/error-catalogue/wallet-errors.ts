import { networkChoice } from '../../../kernel/networks.ts'
import type { ErrorEntries } from './error-entry.ts'

export const walletErrors = {
  wallet_incomplete: {
    status: 422,
    meaning: 'Only one of `network` and `wallet_address` was sent.',
    fix: 'Send both or neither.',
  },
  wallet_required: {
    status: 422,
    meaning: 'No wallet was sent, and the business has neither a default wallet nor a balance.',
    fix: 'Send `network` and `wallet_address`, or set a default wallet.',
  },
  deposits_not_open: {
    status: 422,
    meaning: 'Deposits are not available on this network in this mode yet.',
    fix: 'Use another network, or sell from your balance.',
  },
  withdrawals_not_open: {
    status: 422,
    meaning: 'This network is not available in this mode yet. No tokens were debited.',
    fix: 'Use another network.',
  },
  withdrawals_stopped: {
    status: 422,
    meaning: 'Transfers are paused on this network or for this business. No tokens were debited.',
    fix: 'Try again later, or contact us.',
  },
  wallet_not_enrolled: {
    status: 422,
    meaning:
      'In live mode tokens leave a balance only for a wallet that your business enrolled. This one is not enrolled, was removed, or is not ready yet. No tokens were debited.',
    fix: 'A member enrols the wallet on the dashboard, under Balance. It is ready after 24 hours, or when a second member approves it.',
  },
  network_unknown: {
    status: 422,
    meaning: 'The network does not exist.',
    fix: `Use ${networkChoice}. Case does not matter.`,
  },
  wallet_address_invalid: {
    status: 422,
    meaning: 'This is not an address of this network: its length, characters or checksum are wrong.',
    fix: 'Copy the whole address from the wallet again.',
  },
  wallet_address_wrong_network: {
    status: 422,
    meaning: 'The address belongs to another network.',
    fix: 'Name its network, or use an address of the network that you named.',
  },
  wallet_address_forbidden: {
    status: 422,
    meaning:
      'Tokens sent there would be lost: it is the zero address, a program or token address, or one of ours.',
    fix: 'Use the address of a wallet that you control.',
  },
  wallet_address_unsupported: {
    status: 422,
    meaning: 'We do not send to this kind of address.',
    fix: 'Use the kind of address that the message names.',
  },
  wallet_address_is_secret: {
    status: 422,
    meaning: 'This is a secret key or recovery phrase, not an address. We did not store it.',
    fix: 'Treat it as exposed: move its funds to a new wallet, and send the new address.',
  },
} as const satisfies ErrorEntries
