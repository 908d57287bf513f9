import { networkChoice } from '../../../kernel/networks.ts'
import type { ErrorEntries } from './error-entry.ts'

export const transactionErrors = {
  amount_malformed: {
    status: 422,
    meaning: 'The amount is not a plain decimal, or is too large.',
    fix: 'Digits with an optional point: `15000` or `15000.50`; no sign, exponent or grouping.',
  },
  amount_too_fine: {
    status: 422,
    meaning: 'More decimals than the asset has.',
    fix: 'Naira and NGNC have two.',
  },
  amount_below_minimum: {
    status: 422,
    meaning: 'The amount is less than one transaction may be.',
    fix: '`minimum` beside the error is the least.',
  },
  amount_above_maximum: {
    status: 422,
    meaning: 'The amount is more than one transaction may be.',
    fix: '`maximum` beside the error is the most; send several.',
  },
  amount_below_fee: {
    status: 422,
    meaning: 'The fee would take all of this amount.',
    fix: 'Send more.',
  },
  insufficient_balance: {
    status: 422,
    meaning: 'The balance of the business is less than the sell or withdrawal.',
    fix: 'Ask for less, or add to the balance first.',
  },
  payouts_short: {
    status: 422,
    meaning: 'More than we could pay out now. No tokens were taken.',
    fix: 'Sell less, or try again in an hour.',
  },
  daily_limit: {
    status: 422,
    meaning: 'The sell or withdrawal would go over what the business may move in a day.',
    fix: 'Wait until tomorrow, or have the limit raised. (A buy is accepted, and has this among its `needs`.)',
  },
  no_free_amount: {
    status: 409,
    meaning:
      'As many payments of this amount are expected as one business may have open (20), or as kobo can tell apart on the account.',
    fix: 'Ask for another amount or account, or try again when some are paid or in some days.',
  },
  business_mismatch: {
    status: 403,
    meaning: '`business_id` and `link_tag` are not those of the business that the key belongs to.',
    fix: 'Take both, and the key, from the same business.',
  },
  transaction_unknown: {
    status: 404,
    meaning: 'There is no such transaction, or it is not yours.',
    fix: 'Check the id and the key: another business or mode cannot see it.',
  },
  beneficiary_name_mismatch: {
    status: 422,
    meaning: 'The bank clearly has another name for the account to be paid. We do not say which.',
    fix: 'Check `account_number`, `bank_name` and `account_name` with whoever is to be paid.',
  },
  idempotency_key_invalid: {
    status: 422,
    meaning: 'The `Idempotency-Key` cannot be used.',
    fix: '1 to 255 visible ASCII characters, in one header. A UUID is a good one.',
  },
  idempotency_key_conflict: {
    status: 409,
    meaning: 'The `Idempotency-Key` was used for something else; `transaction_id` beside the error names it.',
    fix: 'Use a new one for a new request, and the old one only to send exactly the same again.',
  },
  reference_conflict: {
    status: 409,
    meaning: 'The `reference` was used for something else; `transaction_id` beside the error names it.',
    fix: 'Choose a new reference, or send exactly what was sent first.',
  },
  possible_duplicate: {
    status: 409,
    meaning:
      'The same sell or withdrawal, without a name of its own, was accepted less than ten minutes ago; `transaction_id` names it.',
    fix: 'If you mean a second one, give it a `reference` or an `Idempotency-Key`.',
  },
} as const satisfies ErrorEntries

export const previewErrors = {
  delivery_not_open: {
    status: 422,
    meaning: 'Nothing is sent on this network in this mode.',
    fix: 'Name a wallet on another network.',
  },
  delivery_stopped: {
    status: 422,
    meaning: 'Nothing is sent on this network, or for this business, at the moment.',
    fix: 'Try again later, name a wallet on another network, or ask us.',
  },
  delivery_short: {
    status: 422,
    meaning: 'We have fewer tokens ready on this network than this would take.',
    fix: 'Ask for less, name a wallet on another network, or try again in an hour.',
  },
  payouts_stopped: {
    status: 422,
    meaning: 'Nothing is paid out for this business at the moment.',
    fix: 'Try again later, or ask us.',
  },
  receipt_not_ready: {
    status: 409,
    meaning: 'There is a receipt for what is completed or refunded, and this is neither yet.',
    fix: 'Read its timeline, and ask again when it is over.',
  },
  trace_letter_not_possible: {
    status: 409,
    meaning: 'No bank can be asked about it: nothing of it was paid through one, or nothing yet.',
    fix: 'Its timeline says where the money is, and what it can be shown by.',
  },
} as const satisfies ErrorEntries

export const payLinkErrors = {
  pay_link_unknown: {
    status: 404,
    meaning: 'There is no such pay link; or it is of another business or of the other mode.',
    fix: 'Check the id, and that the key is of the right mode.',
  },
  pay_link_not_open: {
    status: 409,
    meaning: 'Something was paid on the link, or its time is over: it cannot be cancelled any more.',
    fix: 'Read the link to see where it is. Naira that arrived is delivered or sent back.',
  },
  return_url_invalid: {
    status: 422,
    meaning:
      'The address that the payer is led back to is not an https URL, has a user name in it, or is too long.',
    fix: 'Give an https URL of at most 500 characters. With a test key, http on this machine (127.0.0.1 or localhost) is fine too.',
  },
  wallet_cannot_receive: {
    status: 422,
    meaning: 'The network says that the wallet cannot receive the tokens, or it is one of our own.',
    fix: 'Do what the message says, then ask again: nobody has paid yet.',
  },
} as const satisfies ErrorEntries

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

export const bankErrors = {
  bank_unknown: {
    status: 422,
    meaning: 'No bank has this name or code.',
    fix: 'Choose from `suggestions` beside the error.',
  },
  bank_ambiguous: {
    status: 422,
    meaning: 'Several banks have this name.',
    fix: 'Give the code of the one you mean, from `suggestions` beside the error.',
  },
  name_enquiry_limit: {
    status: 429,
    meaning: 'The business has asked for as many names as it may in a minute, or in a day.',
    fix: 'Wait as `Retry-After` says. Ask when somebody is to be paid, and not for lists of accounts.',
  },
  unknown_vendor: {
    status: 422,
    meaning: 'No vendor account of ours has this name, number and bank together.',
    fix: 'Copy all three from the list of vendors, of the mode of your key.',
  },
  test_vendor_with_live_key: {
    status: 422,
    meaning: 'A test account was named with a live key.',
    fix: 'Name a live account, or use a test key.',
  },
} as const satisfies ErrorEntries

export const rateErrors = {
  rate_stale: {
    status: 503,
    meaning: 'There is no current rate: the last one has expired, and an old one is never passed off as new.',
    fix: 'Wait as `Retry-After` says and ask again.',
  },
} as const satisfies ErrorEntries
