import type { ErrorEntries } from './error-entry.ts'

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
