import type { ErrorEntries } from './error-entry.ts'

export const peopleErrors = {
  session_missing: {
    status: 401,
    meaning: 'The request has no session.',
    fix: 'Sign in. A terminal sends its token as `Authorization: Bearer`.',
  },
  session_unknown: {
    status: 401,
    meaning: 'The session does not exist.',
    fix: 'Sign in, and send the whole token.',
  },
  session_expired: {
    status: 401,
    meaning: 'The session was not used for too long, or reached its end.',
    fix: 'Sign in again.',
  },
  session_revoked: {
    status: 401,
    meaning: 'The session was ended.',
    fix: 'Sign in again if you ended it yourself. If you did not, tell an administrator.',
  },
  session_not_fresh: {
    status: 403,
    meaning: 'This needs a sign-in in the last 10 minutes.',
    fix: 'Sign in again, then repeat it.',
  },
  token_invalid: {
    status: 401,
    meaning: 'The token was not signed by us, was changed, or belongs to another person.',
    fix: 'Sign in at the dashboard. A program uses a secret key instead.',
  },
  token_expired: {
    status: 401,
    meaning: 'The token is older than one minute.',
    fix: 'Ask for a new token.',
  },
  passkey_required: {
    status: 403,
    meaning: 'You signed in with a link by mail and a code. This needs a sign-in with a passkey.',
    fix: 'Sign in with your passkey, then repeat it.',
  },
  signing_paused: {
    status: 403,
    meaning: 'You enrolled again less than 24 hours ago. Until then you approve and sign nothing.',
    fix: 'Wait until the time in the message, or ask another person with the role.',
  },
  email_link_ended: {
    status: 401,
    meaning: 'The link to sign in was used, is older than ten minutes, or had too many wrong codes.',
    fix: 'Ask for a new link.',
  },
  email_link_elsewhere: {
    status: 403,
    meaning: 'Another browser asked for this link.',
    fix: 'Open the link in the browser in which you asked for it. If you did not ask, ignore the mail.',
  },
  code_refused: {
    status: 401,
    meaning: 'The code is wrong, has expired, or was used before.',
    fix: 'Wait until your app shows the next code, and type that one.',
  },
  codes_unknown: {
    status: 409,
    meaning: 'You have not set up codes, or began to more than ten minutes ago.',
    fix: 'Set up codes again.',
  },
  session_id_unknown: {
    status: 404,
    meaning: 'You have no open session with this id.',
    fix: 'Copy the id from your list of sessions.',
  },
  person_disabled: {
    status: 403,
    meaning: 'An administrator disabled you.',
    fix: 'Ask an administrator.',
  },
  role_missing: {
    status: 403,
    meaning: 'None of your roles allows this.',
    fix: 'Ask a person with the role. `docs/reference/roles.md` lists what each role allows.',
  },
  origin_refused: {
    status: 403,
    meaning: 'The request comes from another site, or from a browser that does not say from which.',
    fix: 'Use our own pages. A terminal sends its token in a header, and no cookie.',
  },
  file_required: {
    status: 422,
    meaning: 'The command reads a file of your machine.',
    fix: 'Send the command again with the content of the file. `afara ops` does this by itself.',
  },
  challenge_invalid: {
    status: 401,
    meaning: 'The challenge is unknown, was used, or is older than five minutes.',
    fix: 'Start again: ask for new options.',
  },
  authorization_pending: {
    status: 400,
    meaning: 'Nobody has confirmed the terminal yet.',
    fix: 'Ask again after `interval` seconds, until `expires_in` has passed.',
  },
  access_denied: {
    status: 400,
    meaning: 'The person refused the terminal in the browser.',
    fix: 'Stop asking. If you did not refuse it, start again.',
  },
  expired_token: {
    status: 400,
    meaning: 'The device code was used, is older than ten minutes, or does not exist.',
    fix: 'Start again: ask for a new device code.',
  },
  user_code_unknown: {
    status: 404,
    meaning: 'No terminal waits for this code: it was used, is older than ten minutes, or was mistyped.',
    fix: 'Compare the code with your terminal. If it is the same, start again in the terminal.',
  },
  signature_request_unknown: {
    status: 404,
    meaning:
      'Nothing waits for your signature under this id: it was signed and used, was refused, is older than five minutes, or asks another person.',
    fix: 'Run the command again. It asks for a new signature.',
  },
  passkey_unknown: {
    status: 401,
    meaning: 'Nobody enrolled this passkey.',
    fix: 'Accept your invitation first, or use the passkey that you enrolled.',
  },
  passkey_refused: {
    status: 401,
    meaning:
      'The answer of the passkey is not valid: for example, it was not unlocked, or it is for another site.',
    fix: 'Unlock the passkey with your PIN, fingerprint or face, and try again.',
  },
  passkey_revoked: {
    status: 401,
    meaning: 'The passkey was revoked.',
    fix: 'Use another passkey, or ask for a new invitation.',
  },
  passkey_copied: {
    status: 401,
    meaning: 'The counter of the passkey did not grow, so somebody may have copied it.',
    fix: 'Use another passkey and tell an administrator.',
  },
  passkey_exists: {
    status: 409,
    meaning: 'The passkey is enrolled already.',
    fix: 'Create another passkey.',
  },
  passkey_last: {
    status: 409,
    meaning: 'You have only this passkey.',
    fix: 'Add another passkey, then revoke this one.',
  },
  passkey_id_unknown: {
    status: 404,
    meaning: 'You have no passkey with this id.',
    fix: 'Copy the id from your list of passkeys.',
  },
  invitation_unknown: {
    status: 404,
    meaning: 'The invitation does not exist.',
    fix: 'Open the whole link that you were sent.',
  },
  invitation_ended: {
    status: 409,
    meaning: 'The invitation was accepted, was revoked, or is too old.',
    fix: 'Ask for a new link: at `/recover` if you are a member, otherwise from an administrator.',
  },
  confirmation_unknown: {
    status: 404,
    meaning: 'The link that confirms an email address is unknown or has expired.',
    fix: 'Sign in at the dashboard and send yourself a new link.',
  },
  email_taken: {
    status: 409,
    meaning: 'Another account has confirmed this email address.',
    fix: 'Sign in with the passkey of that account.',
  },
  go_live_incomplete: {
    status: 422,
    meaning: 'The go-live file is not complete.',
    fix: 'Complete the items that the message names, then submit again.',
  },
  already_live: {
    status: 409,
    meaning: 'The business is live already, so its go-live file cannot change.',
    fix: 'Write to us if something about your business has changed.',
  },
  account_unknown: {
    status: 422,
    meaning: 'The bank has no account with this number.',
    fix: 'Check the bank and the account number with the person you want to pay.',
  },
  beneficiary_unknown: {
    status: 404,
    meaning: 'Your business has no such beneficiary in use.',
    fix: 'Copy the id from your list of beneficiaries, or add the account again.',
  },
  payments_invalid: {
    status: 422,
    meaning: 'One or more payments of the order cannot be made like this. `detail.rows` says which and why.',
    fix: 'Correct these rows and propose the order again with the same reference.',
  },
  payment_order_unknown: {
    status: 404,
    meaning: 'Your business has no such payment order in this mode.',
    fix: 'Copy the id from your list of payment orders.',
  },
  payment_order_over: {
    status: 409,
    meaning: 'The payment order was approved, withdrawn or refused before.',
    fix: 'Read the order again. To pay something else, propose a new one.',
  },
  payment_limit_moved: {
    status: 409,
    meaning: 'The limit was changed while you signed.',
    fix: 'Read the limit again and sign the change again.',
  },
  payee_restriction_moved: {
    status: 409,
    meaning:
      'The restriction to beneficiaries was changed while you signed, or is what you asked for already.',
    fix: 'Read the beneficiaries again and, if it is still necessary, sign the change again.',
  },
  wallet_unknown: {
    status: 404,
    meaning: 'Your business has no such wallet in use in this mode.',
    fix: 'Copy the id from your list of wallets, or enrol the wallet again.',
  },
  wallet_enrolled: {
    status: 409,
    meaning: 'Your business enrolled this wallet already.',
    fix: 'Use the wallet in your list. To change its label, remove it and enrol it again.',
  },
  wallet_cooling: {
    status: 409,
    meaning: 'The wallet was enrolled less than 24 hours ago (one minute in test mode), by one member alone.',
    fix: 'Wait until the time in the message, or have another member approve the wallet.',
  },
  withdrawal_order_unknown: {
    status: 404,
    meaning: 'Your business has no such withdrawal in this mode.',
    fix: 'Copy the id from your list of withdrawals.',
  },
  withdrawal_order_over: {
    status: 409,
    meaning: 'The withdrawal was approved, cancelled or refused before.',
    fix: 'Read it again. To withdraw something else, propose a new one.',
  },
  colour_invalid: {
    status: 422,
    meaning: 'The colour is no colour, or white text on it is hard to read.',
    fix: 'Choose a darker colour. `errors[0].darker` is one that works.',
  },
  logo_invalid: {
    status: 422,
    meaning: 'The picture is not a square PNG of 32 to 512 pixels and at most 100 kB.',
    fix: 'Choose another picture. The dashboard makes a PNG of any picture that your browser can show.',
  },
  email_unconfirmed: {
    status: 403,
    meaning: 'You, or another owner of the business, have not confirmed the email address.',
    fix: 'Open the link that we mailed to you, then try again.',
  },
  invitation_for_other: {
    status: 403,
    meaning: 'The invitation is for another email address than yours.',
    fix: 'Sign out, open the link again, and continue as the invited person.',
  },
  member_exists: {
    status: 409,
    meaning: 'The person belongs to the business.',
    fix: 'Change their role in place of inviting them.',
  },
  owner_last: {
    status: 409,
    meaning: 'The business would have no owner any more.',
    fix: 'Make somebody else an owner first.',
  },
} as const satisfies ErrorEntries
