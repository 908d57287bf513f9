/** The addresses that callers know us by. */
export type PublicUrls = Readonly<{ baseUrl: string; otcBaseUrl: string }>

export const apiInfo = {
  title: 'Afara',
  version: '1.0.0',
  summary: 'Naira in a bank to NGNC on a chain, and back.',
  description: `Afara moves a registered business between naira in a Nigerian bank and NGNC, a stablecoin of which one is one naira.

**Key.** Every request carries your secret key in the header \`svc-sec-key\`. A key that begins with \`svc_test_\` works on test accounts and test balances, one with \`svc_live_\` on real money; the URLs are the same.

**200 is not settled.** A buy, sell or withdrawal that was answered with 200 is recorded for good. Where it has got to is its \`status\`.

**Ask again without fear.** Send a \`reference\` or an \`Idempotency-Key\` with every POST. The same again returns the first transaction; it is never recorded twice.

**Errors** have one shape. Every code is explained, with its fix, at [/docs/errors](/docs/errors).`,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

export const apiTags = [
  { name: 'Buy', description: 'Naira in, NGNC out: the payer has paid, and you tell us what to do with it.' },
  {
    name: 'Pay links',
    description: 'A page of ours that tells a payer what to pay, and shows how far it has got.',
  },
  { name: 'Sell', description: 'NGNC in, naira out to a bank account.' },
  { name: 'Withdraw', description: 'NGNC of your balance out to a wallet.' },
  { name: 'Transactions', description: 'Where is the money, who has it, and what can be shown for it?' },
  { name: 'Balances', description: 'What your business has with us, and what moved it.' },
  {
    name: 'Events',
    description: 'What happened, in order and without a gap: the source of truth for your own books.',
  },
  { name: 'Webhooks', description: 'The same events, sent to you as they happen.' },
  { name: 'Vendors', description: 'The bank accounts of ours that a buyer pays into.' },
  { name: 'Banks', description: 'Which banks there are, how they do, and whose account it is.' },
  { name: 'Rates', description: 'Naira for one unit of a currency.' },
  {
    name: 'Sandbox',
    description: 'Test mode that fails on purpose: scenarios, a clock to move, and a fresh start.',
  },
  { name: 'Service', description: 'Is it up, and does it work from end to end?' },
]

export function baseServer({ baseUrl }: PublicUrls) {
  return {
    url: '{base_url}',
    description: 'Everything but the OTC rates.',
    variables: { base_url: { default: baseUrl, description: 'The base URL of the service.' } },
  }
}

export function otcServer({ otcBaseUrl }: PublicUrls) {
  return {
    url: '{otc_base_url}',
    description: 'The OTC rates, and nothing else.',
    variables: { otc_base_url: { default: otcBaseUrl, description: 'The address of the OTC rates.' } },
  }
}
