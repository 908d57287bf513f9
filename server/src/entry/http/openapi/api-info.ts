/** The addresses at which callers reach us. */
export type PublicUrls = Readonly<{ baseUrl: string; otcBaseUrl: string }>

export const apiInfo = {
  title: 'Afara',
  version: '1.0.0',
  summary: 'Convert naira in a bank to NGNC on a chain, and back.',
  description: `Afara lets a registered business convert between naira in a Nigerian bank and NGNC, a stablecoin worth one naira.

**Authentication.** Send your secret key in the header \`svc-sec-key\`. A key that begins with \`svc_test_\` uses test accounts and test balances. A key that begins with \`svc_live_\` moves real money. The URLs are the same.

**200 does not mean settled.** A buy, sell or withdrawal that got 200 is recorded. Read its \`status\` to see whether it is settled.

**Safe retries.** Send a \`reference\` or an \`Idempotency-Key\` with every POST. A repeated request returns the first transaction and records nothing twice.

**Errors** have one format. [/docs/errors](/docs/errors) explains every code and its fix.`,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

export const apiTags = [
  { name: 'Buy', description: 'Naira in, NGNC out. You tell us about a payment, and we deliver the tokens.' },
  {
    name: 'Pay links',
    description: 'A hosted page that tells a payer what to pay and shows the progress.',
  },
  {
    name: 'Customer numbers',
    description: 'Account numbers that belong to your customers. Every payment to one becomes a buy.',
  },
  { name: 'Sell', description: 'NGNC in, naira out to a bank account.' },
  { name: 'Batches', description: 'Many payouts from your balance with one confirmation.' },
  { name: 'Withdraw', description: 'NGNC from your balance to a wallet.' },
  { name: 'Transactions', description: 'Where the money is, who holds it, and the evidence for it.' },
  { name: 'Cases', description: 'Questions about your transactions that only you can answer.' },
  { name: 'Balances', description: 'Your balance with us and its movements.' },
  {
    name: 'Events',
    description: 'Every status change, in order and without gaps: the source of truth for your own books.',
  },
  { name: 'Webhooks', description: 'The same events, sent to your endpoints.' },
  { name: 'Vendors', description: 'Our bank accounts that buyers pay into.' },
  { name: 'Banks', description: 'The banks, their current state, and name enquiry.' },
  { name: 'Rates', description: 'Naira per unit of a currency.' },
  {
    name: 'Sandbox',
    description: 'Test mode with failures on demand: scenarios, a test clock and a reset.',
  },
  { name: 'Service', description: 'Health and end-to-end drills.' },
]

export function baseServer({ baseUrl }: PublicUrls) {
  return {
    url: '{base_url}',
    description: 'Everything except the OTC rates.',
    variables: { base_url: { default: baseUrl, description: 'The base URL of the service.' } },
  }
}

export function otcServer({ otcBaseUrl }: PublicUrls) {
  return {
    url: '{otc_base_url}',
    description: 'The OTC rates only.',
    variables: { otc_base_url: { default: otcBaseUrl, description: 'The base URL of the OTC rates.' } },
  }
}
