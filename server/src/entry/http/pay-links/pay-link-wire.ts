import { type Static, Type } from 'typebox'
import type { MadePayLink, PayLinkRequest } from '../../../flows/pay-links/make-pay-link.ts'
import { unknownPayLink } from '../../../flows/pay-links/own-pay-links.ts'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { jsonNumber } from '../../../kernel/money/money.ts'
import { type FieldProblem, Refusal } from '../../../kernel/refusal.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import { buyBounds, requireWithin } from '../../../records/limits/transaction-bounds.ts'
import type { PayLink } from '../../../records/pay-links/pay-link-store.ts'
import { buyMachine } from '../../../records/transactions/machines/buy-machine.ts'
import { sortedMetadata } from '../../../records/transactions/metadata.ts'
import { namedObject } from '../object-schemas.ts'
import { readFields } from '../read-fields.ts'
import { amountReply, successField, textReply, transactionFields, wordReply } from '../reply-fields.ts'
import {
  amountField,
  businessFields,
  metadataField,
  referenceField,
  textField,
  walletFields,
} from '../request-fields.ts'
import { readAmount, readWallet, requireOwnBusiness } from '../transaction-wire.ts'
import { receivedField } from '../transactions/received-wire.ts'

/** Only a well-formed id matches these routes, so that a mistyped URL is not found. */
export const PAY_LINK_PATH = '/pay-links/v1/:id(^lnk_[0-9a-f]{32}$)'

export const PayLinkPath = Type.Object({
  id: Type.String({
    pattern: '^lnk_[0-9a-f]{32}$',
    description: 'The id of the pay link.',
    examples: ['lnk_01a1dcc3a0b17c5e8f20417c2b5a9d3e'],
  }),
})

const orNull = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] })

export const PayLinkSchema = namedObject('PayLink', {
  id: Type.String({
    description: 'The id of the pay link.',
    pattern: '^lnk_[0-9a-f]{32}$',
    examples: ['lnk_01a1dcc3a0b17c5e8f20417c2b5a9d3e'],
  }),
  url: textReply(
    'The page for the payer. The last part is secret: anyone with the URL can see the page.',
    'https://api.afara.example/pay/4f9Qd1s0YB2mX7ZrT5uVwA',
  ),
  transaction_id: transactionFields.transaction_id,
  status: wordReply(Object.keys(buyMachine.meanings), 'The status of the buy. New values may be added.'),
  reference: textReply('Your reference, or one that we generated.', 'order-2291'),
  amount: amountReply('The exact naira amount to pay, including kobo if we added some.', 25000.37),
  paid_amount: amountReply('The naira that have arrived for this link.', 25000.37),
  fee: amountReply('The fee, included in paid_amount: you receive paid_amount − fee tokens.', 0),
  account_name: textReply('The name on the account to pay.', 'Afara Collections'),
  account_number: textReply('The number of the account to pay.', '0000000003'),
  bank_name: textReply('The bank of the account to pay.', 'Providus Bank'),
  code: textReply('The narration for the payer to send with the transfer.', '7KQ2MX'),
  network: textReply(
    'The network of the destination wallet; empty if the tokens are credited to your balance.',
    'Polygon',
  ),
  wallet_address: textReply(
    'The destination wallet; empty if the tokens are credited to your balance.',
    '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  ),
  description: orNull('The description that the payer sees.', 'Order 2291'),
  return_url: orNull('The URL that the page links back to.', 'https://shop.example/orders/2291'),
  metadata: transactionFields.metadata,
  created_at: transactionFields.created_at,
  expires_at: Type.String({
    description: 'When the link expires, in UTC.',
    format: 'date-time',
    examples: ['2026-11-15T10:30:00.000Z'],
  }),
  account_expires_at: orNull(
    'Until when the payer can use this account number, in UTC, if it belongs to this payment alone. Null for a shared account.',
    '2026-11-15T10:10:00.000Z',
  ),
  warnings: Type.Array(Type.String(), {
    description: 'Warnings about the wallet that do not block the link. Only in the reply that creates it.',
  }),
})

export const PayLinkReply = namedObject('PayLinkReply', {
  status: successField,
  message: textReply('A human-readable message.', 'Send the payer to the URL. …'),
  pay_link: PayLinkSchema,
})

export const ReadPayLinkReply = namedObject('ReadPayLinkReply', {
  status: successField,
  message: textReply('The status of the payment in a sentence.', 'The tokens have arrived.'),
  pay_link: PayLinkSchema,
  received: receivedField,
})

const DEFAULT_MINUTES = 60

export const PayLinkBody = namedObject('PayLinkRequest', {
  ...businessFields,
  metadata: metadataField,
  amount: amountField(
    'Whole naira. We add a unique number of kobo that identifies the payment, if one is free.',
    buyBounds,
  ),
  ...walletFields,
  description: Type.Optional(
    textField('The description that the page shows to the payer.', ['Order 2291'], 140),
  ),
  return_url: Type.Optional(
    textField(
      'The URL that the page links back to. It must be https; a test key may also use http on localhost.',
      ['https://shop.example/orders/2291'],
      500,
    ),
  ),
  reference: referenceField,
  expires_in_minutes: Type.Optional(
    Type.Integer({
      description: 'Minutes until the link expires. The default is 60.',
      minimum: 30,
      maximum: 4_320,
      examples: [60],
    }),
  ),
})

export type PayLinkBody = Static<typeof PayLinkBody>

const LONGEST = 500
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export function readPayLinkId(params: Readonly<{ id: string }>): string {
  const id = parseId('payLink', params.id)
  if (id === undefined) throw unknownPayLink(params.id)
  return id
}

/** Reads a request for a link. Refuses all errors at once. */
export function readPayLinkRequest(
  body: PayLinkBody,
  key: AuthenticatedKey,
  addresses: WalletAddressRules,
  idempotencyKey: string | null,
  problems: readonly FieldProblem[],
): PayLinkRequest {
  if (problems.length === 0) requireOwnBusiness(key, body)
  const readers = {
    amount: () => requireWithin(buyBounds, readAmount(body, 'NGN')),
    wallet_address: () => readWallet(addresses, body),
    return_url: () =>
      body.return_url === undefined ? null : parseReturnUrl(body.return_url, key.tenant.mode),
  }
  const read = readFields(readers, problems)
  return {
    amount: read.amount,
    wallet: read.wallet_address,
    description: body.description?.trim() ?? null,
    returnUrl: read.return_url,
    expiresInMinutes: body.expires_in_minutes ?? DEFAULT_MINUTES,
    reference: body.reference ?? null,
    metadata: sortedMetadata(body.metadata),
    idempotencyKey,
  }
}

export function toMadeReply({ link, isReplay, warnings }: MadePayLink, baseUrl: string) {
  return {
    status: 'success',
    message: isReplay
      ? `This link was created before. It is now ${link.status}. Nothing was recorded twice.`
      : 'Send the payer to the URL. The page says what to pay and shows the progress.',
    pay_link: toPayLinkWire(link, baseUrl, warnings),
  }
}

export function toPayLinkReply(link: PayLink, baseUrl: string) {
  return {
    status: 'success',
    message:
      (buyMachine.meanings as Readonly<Record<string, { sentence: string }>>)[link.status]?.sentence ?? '',
    pay_link: toPayLinkWire(link, baseUrl, []),
  }
}

export function toPayLinkWire(link: PayLink, baseUrl: string, warnings: readonly string[]) {
  return {
    id: formatId('payLink', link.id),
    url: `${baseUrl}/pay/${link.token}`,
    transaction_id: formatId('transaction', link.transactionId),
    status: link.status,
    reference: link.reference,
    amount: jsonNumber(link.amount),
    paid_amount: jsonNumber(link.paid),
    fee: jsonNumber(link.fee),
    account_name: link.payInto.name,
    account_number: link.payInto.accountNumber,
    bank_name: link.payInto.bankName,
    code: link.code,
    // Empty instead of absent when the tokens go to the balance, as in a buy.
    network: link.wallet?.network ?? '',
    wallet_address: link.wallet?.address ?? '',
    description: link.description,
    return_url: link.returnUrl,
    metadata: link.metadata ?? {},
    created_at: link.createdAt.toISOString(),
    expires_at: link.expiresAt.toISOString(),
    account_expires_at: link.numberUntil?.toISOString() ?? null,
    warnings,
  }
}

/** Accepts URLs to which a payer may be sent: https, and from a test page also a program on the same machine. */
export function parseReturnUrl(text: string, mode: Mode): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.href.length > LONGEST) throw invalid()
  const isLocal = mode === 'test' && url.protocol === 'http:' && LOOPBACK.has(url.hostname)
  // A user name before the host can make an address look like another one.
  if ((url.protocol !== 'https:' && !isLocal) || url.username !== '' || url.password !== '') throw invalid()
  return url.href
}

function invalid(): Refusal {
  return new Refusal(
    'return_url_invalid',
    `return_url must be an https URL of at most ${LONGEST} characters, without a user name or password.`,
  )
}
