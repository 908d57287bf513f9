import { money, printMoney } from '../../kernel/money/money.ts'

/** One thing that somebody did in a business. */
export type Activity = Readonly<{
  at: Date
  action: string
  /** Null: an operator of Afara, or the system. */
  byName: string | null
  /** The public id of what was changed, if it is not the business itself. */
  subject: string | null
  mode: string | null
  whom: string | null
  roleBefore: string | null
  roleAfter: string | null
  /** The fact that the sentence needs besides, in the words of the record. */
  about: string | null
}>

const ofRequests: Readonly<Record<string, string>> = {
  'POST /transactions/v1/onramp': 'record a buy',
  'POST /transactions/v1/offramp': 'record a sell',
  'POST /transactions/v1/withdrawals': 'withdraw tokens',
  'POST /pay-links/v1': 'create a pay link',
  'POST /pay-links/v1/:id/cancel': 'cancel a pay link',
  'POST /webhooks/v1/endpoints': 'add a webhook endpoint',
  'POST /webhooks/v1/endpoints/:id/update': 'change a webhook endpoint',
  'POST /webhooks/v1/endpoints/:id/pause': 'pause a webhook endpoint',
  'POST /webhooks/v1/endpoints/:id/resume': 'resume a webhook endpoint',
  'POST /webhooks/v1/endpoints/:id/remove': 'remove a webhook endpoint',
  'POST /webhooks/v1/endpoints/:id/rotate-secret': 'rotate the secret of a webhook endpoint',
  'POST /webhooks/v1/endpoints/:id/ping': 'test a webhook endpoint',
  'POST /webhooks/v1/endpoints/:id/resend': 'send events again',
  'POST /sandbox/v1/scenarios/:name': 'run a sandbox scenario',
  'POST /sandbox/v1/clock': 'move the test clock',
  'POST /sandbox/v1/reset': 'reset the sandbox',
}

/** What was done, as the rest of a sentence that begins with who did it. */
const sentences: Readonly<Record<string, (one: Activity) => string>> = {
  'team.founded': () => 'created the business',
  'team.invited': ({ whom, roleAfter }) => `invited ${whom} as ${roleAfter}`,
  'team.cancelled': ({ whom }) => `cancelled the invitation of ${whom}`,
  'team.role_changed': ({ whom, roleBefore, roleAfter }) =>
    `made ${whom} ${roleAfter}; they were ${roleBefore}`,
  'team.ended': ({ byName, whom, roleBefore }) =>
    byName === whom ? 'left the business' : `ended the access of ${whom}, who was ${roleBefore}`,
  'team.joined': ({ byName, whom, roleAfter }) =>
    byName === null ? `added ${whom} as ${roleAfter}` : `joined as ${roleAfter}`,
  'key.issued': () => 'issued a key',
  'key.rotated': () => 'rotated a key',
  'key.revoked': () => 'revoked a key',
  'webhook_endpoint.paused': () => 'paused a webhook endpoint, because its key was revoked',
  'beneficiaries.added': ({ about }) =>
    about === '1' ? 'added a beneficiary' : `added ${about} beneficiaries`,
  'payments.proposed': ({ about }) => `proposed and signed the payment order ${about}`,
  'payments.approved': ({ about }) => `approved and signed the payment order ${about}`,
  'payments.withdrawn': ({ about }) => `withdrew the payment order ${about}`,
  'payments.refused': ({ about }) => `refused the payment order ${about}`,
  'payments.limit_set': ({ about }) =>
    `set the amount that one member may pay alone in 24 hours to ${printMoney(money('NGN', BigInt(about ?? '0')))}`,
  'payees.restricted': () => 'restricted sells to beneficiaries',
  'payees.opened': () => 'signed that sells may go to any bank account again',
  'wallet.enrolled': ({ about }) => `enrolled and signed the wallet ${about}`,
  'wallet.approved': ({ about }) => `approved and signed the wallet ${about}`,
  'wallet.removed': ({ about }) => `removed the wallet ${about}`,
  'withdrawals.proposed': ({ about }) => `proposed and signed the withdrawal ${about}`,
  'withdrawals.approved': ({ about }) => `approved and signed the withdrawal ${about}`,
  'withdrawals.cancelled': ({ about }) => `cancelled the withdrawal ${about}`,
  'withdrawals.refused': ({ about }) => `refused the withdrawal ${about}`,
  'business.look_set': () => 'changed the logo or the colour of the pay page',
  'business.tolerance_set': ({ about }) =>
    `set by how much a payment may differ to ${printMoney(money('NGN', BigInt(about ?? '0')))}`,
  'business.wallet_set': ({ about }) => `set the default wallet to ${about}`,
  'business.terms_set': () => 'changed the terms of the business',
  'business.suspended': () => 'suspended the business',
  'business.downgraded': () => 'lowered the tier or the limit of the business',
  'business.returned_to_pending': () => 'returned the business to test mode',
  'go_live.submitted': () => 'submitted the go-live file',
  'go_live.refused': () => 'refused the go-live file',
  'member.requested': ({ about }) => `asked to ${ofRequests[about ?? ''] ?? `call ${about}`}`,
}

/** Returns a sentence that a reader understands without the record. */
export function describeActivity(one: Activity): string {
  const by = one.byName ?? 'Afara'
  const rest = sentences[one.action]
  return `${by} ${rest === undefined ? `made a change: ${one.action}` : rest(one)}.`
}
