import { formatId } from '../../../kernel/ids/ids.ts'
import type { VendorAccount } from '../../../records/banks/vendor-account.ts'
import type { BusinessLine } from '../../../records/businesses/business-line-store.ts'
import type { WebhookStory } from '../../../records/cases/stories/webhook-story-store.ts'
import type { KeyLine } from '../../../records/keys/key-line-store.ts'
import type { OperatorLine } from '../../../records/operators/operator-line-store.ts'
import { formatMoment } from '../terminal-text.ts'
import { formatFact } from './format-credit.ts'

export function formatBusiness(business: BusinessLine): string[] {
  return [
    `Business ${formatId('business', business.id)}`,
    ...formatFact('name', business.name),
    ...formatFact('link tag', business.linkTag),
    ...formatFact('state', `live ${business.liveStatus}, test ${business.testStatus}`),
    ...formatFact('created', formatMoment(business.createdAt)),
    ...formatFact('keys', `${business.keyCount} in use`),
  ]
}

/** Shows a key without its secret, which nobody stores. */
export function formatKey(key: KeyLine, now: Date): string[] {
  return [
    `Key ${formatId('key', key.id)}`,
    ...formatFact('business', `${key.linkTag} (${formatId('business', key.businessId)}), ${key.mode}`),
    ...formatFact('label', key.label === '' ? 'none' : key.label),
    ...formatFact('scopes', key.scopes.join(', ')),
    ...formatFact('state', describeKeyState(key, now)),
    ...formatFact('created', formatMoment(key.createdAt)),
    ...formatFact('last used', key.lastUsedAt === null ? 'never' : formatMoment(key.lastUsedAt)),
  ]
}

function describeKeyState(
  { revokedAt, expiresAt }: Pick<KeyLine, 'revokedAt' | 'expiresAt'>,
  now: Date,
): string {
  if (revokedAt !== null) return `revoked ${formatMoment(revokedAt)}`
  if (expiresAt === null) return 'active'
  return `${expiresAt <= now ? 'expired' : 'active until'} ${formatMoment(expiresAt)}`
}

export function formatOperator(operator: OperatorLine): string[] {
  return [
    `Operator ${formatId('operator', operator.id)}`,
    ...formatFact('name', `${operator.name} <${operator.email}>`),
    ...formatFact('state', operator.status),
    ...formatFact('created', formatMoment(operator.createdAt)),
    ...formatFact('roles', operator.roles.join(', ')),
    ...formatFact('passkeys', `${operator.passkeyCount} in use`),
    ...formatFact('signed in', operator.lastUsedAt === null ? 'never' : formatMoment(operator.lastUsedAt)),
  ]
}

export function formatVendorAccount(account: VendorAccount): string[] {
  return [
    `Vendor account ${formatId('vendorAccount', account.id)}`,
    ...formatFact('number', `${account.accountNumber}, ${account.bankName}, ${account.mode}`),
    ...formatFact('name', account.name),
    ...formatFact('state', account.state),
    ...formatFact(
      'business',
      account.businessId === null ? 'shared by all businesses' : formatId('business', account.businessId),
    ),
    '',
    `Next: npx afara ops credits --account ${account.accountNumber}`,
  ]
}

export function formatWebhook(webhook: WebhookStory): string[] {
  return [
    `Webhook endpoint ${formatId('webhookEndpoint', webhook.id)}`,
    ...formatFact(
      'business',
      `${webhook.businessName} (${formatId('business', webhook.businessId)}), ${webhook.mode}`,
    ),
    ...formatFact('url', webhook.url),
    ...formatFact('state', webhook.state),
    ...formatFact('created', formatMoment(webhook.createdAt)),
    ...formatFact('waiting', `${webhook.waiting} ${webhook.waiting === 1 ? 'delivery' : 'deliveries'}`),
    ...formatFact(
      'delivered',
      webhook.lastSuccessAt === null ? 'nothing yet' : `last ${formatMoment(webhook.lastSuccessAt)}`,
    ),
    ...(webhook.failingSince === null
      ? []
      : formatFact('failing', `since ${formatMoment(webhook.failingSince)}`)),
  ]
}
