import { type Static, Type } from 'typebox'
import type { MadePayLink, PayLinkRequest } from '../../../flows/pay-links/make-pay-link.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { jsonNumber } from '../../../kernel/money/json-number.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { AuthenticatedKey } from '../../../records/businesses/authenticate-key.ts'
import { buyBounds, requireWithin } from '../../../records/limits/transaction-bounds.ts'
import type { PayLink } from '../../../records/pay-links/pay-link.ts'
import { buyMachine } from '../../../records/transactions/machines/buy-machine.ts'
import { readFields } from '../read-fields.ts'
import { amountField, businessFields, referenceField, textField, walletFields } from '../request-fields.ts'
import { readAmount, readWallet, requireOwnBusiness } from '../transaction-wire.ts'
import { parseReturnUrl } from './parse-return-url.ts'

const DEFAULT_MINUTES = 60

export const PayLinkBody = Type.Object(
  {
    ...businessFields,
    amount: amountField(
      'Whole naira: we add some kobo, so that the payment says whose it is.',
      15_000,
      250_000_000,
    ),
    ...walletFields,
    description: Type.Optional(
      textField('What the payer pays for, as the page shows it.', ['Order 2291'], 140),
    ),
    return_url: Type.Optional(
      textField(
        'Where the page leads the payer back to: https; with a test key also http on this machine.',
        ['https://shop.example/orders/2291'],
        500,
      ),
    ),
    reference: referenceField,
    expires_in_minutes: Type.Optional(
      Type.Integer({
        description: 'How long the page waits for the payment; 60 if it is left out.',
        minimum: 30,
        maximum: 4_320,
        examples: [60],
      }),
    ),
  },
  { $id: 'PayLinkRequest', additionalProperties: false },
)

export type PayLinkBody = Static<typeof PayLinkBody>

/** What a link is asked for with; refuses all that is wrong at once. */
export function readPayLinkRequest(
  body: PayLinkBody,
  key: AuthenticatedKey,
  addresses: WalletAddressRules,
  idempotencyKey: string | null,
): PayLinkRequest {
  requireOwnBusiness(key, body)
  const read = readFields({
    amount: () => requireWithin(buyBounds, readAmount(body, 'NGN')),
    wallet_address: () => readWallet(addresses, body),
    return_url: () =>
      body.return_url === undefined ? null : parseReturnUrl(body.return_url, key.tenant.mode),
  })
  return {
    amount: read.amount,
    wallet: read.wallet_address,
    description: body.description?.trim() ?? null,
    returnUrl: read.return_url,
    expiresInMinutes: body.expires_in_minutes ?? DEFAULT_MINUTES,
    reference: body.reference ?? null,
    idempotencyKey,
  }
}

export function toMadeReply({ link, isReplay, warnings }: MadePayLink, baseUrl: string) {
  return {
    status: 'success',
    message: isReplay
      ? `This link was made before, and is ${link.status} now. Nothing was recorded twice.`
      : 'Send the payer to the URL: the page says what to pay and shows how far it has got.',
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

function toPayLinkWire(link: PayLink, baseUrl: string, warnings: readonly string[]) {
  return {
    id: formatId('payLink', link.id),
    url: `${baseUrl}/pay/${link.token}`,
    transaction_id: formatId('transaction', link.transactionId),
    status: link.status,
    reference: link.reference,
    amount: jsonNumber(link.amount),
    fee: jsonNumber(link.fee),
    account_name: link.payInto.name,
    account_number: link.payInto.accountNumber,
    bank_name: link.payInto.bankName,
    code: link.code,
    // Empty, and not absent, when the tokens go to the balance: as in a buy.
    network: link.wallet?.network ?? '',
    wallet_address: link.wallet?.address ?? '',
    description: link.description,
    return_url: link.returnUrl,
    created_at: link.createdAt.toISOString(),
    expires_at: link.expiresAt.toISOString(),
    warnings,
  }
}
