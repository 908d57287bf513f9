import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { renderHtml } from '@afara/server/entry/http/html.ts'
import { verifiedPage } from '@afara/server/entry/http/papers/verify-routes.ts'
import { payPage } from '@afara/server/entry/http/pay-page/pay-page.ts'
import { noticePage } from '@afara/server/entry/http/pay-page/pay-page-frame.ts'
import { payPageHeaders } from '@afara/server/entry/http/pay-page/pay-page-routes.ts'
import { readSent } from '@afara/server/entry/http/pay-page/pay-sent.ts'
import type { PayState } from '@afara/server/entry/http/pay-page/pay-state.ts'
import { english } from '@afara/server/entry/http/pay-page/pay-words.ts'
import { previewPage } from '@afara/server/entry/http/pay-page/preview-page.ts'
import { qrSvg } from '@afara/server/entry/http/qr.ts'
import type { VerifiedPaper } from '@afara/server/flows/papers/verify-paper.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import type { PayPage, PayProgress } from '@afara/server/records/pay-links/pay-page-store.ts'

const MINUTE_MS = 60_000

const waiting: Omit<PayPage, 'expiresAt' | 'restUntil'> = {
  mode: 'test',
  businessName: 'Ada Foods',
  description: 'Order 2291: three crates of eggs',
  returnUrl: 'https://shop.example/orders/2291',
  status: 'pending_payment',
  amount: money('NGN', 25_000_37n),
  paid: money('NGN', 25_000_37n),
  left: money('NGN', 25_000_37n),
  code: '7KQ2MX',
  accountNumber: '0000000003',
  accountName: 'TEST Ada Foods / Afara',
  bankName: 'TEST BANK (not a bank)',
  network: 'Polygon',
  hash: '0x9a3f0c5be1d24786aa0be4cf71529d3e88f60417c2b5a9d3ef10764c8b2a5d91',
  takesPayment: true,
  transactionId: '01a1dee6-1366-7ab8-a780-7f2d4afdd653',
  numberUntil: null,
  seen: null,
}

const own = {
  numberUntil: new Date(Date.now() + 26 * MINUTE_MS),
  accountNumber: '9900041873',
  amount: money('NGN', 20_001_00n),
  paid: money('NGN', 20_001_00n),
  left: money('NGN', 20_001_00n),
}

type Staged =
  | PayState
  | 'own'
  | 'whole'
  | 'sent'
  | 'sent-unknown'
  | 'preview'
  | 'verified'
  | 'sending'
  | 'hostile'
  | 'return-asked'
  | 'return-extra'
  | 'return-named'

const short = { status: 'part_paid', paid: money('NGN', 20_000_00n), left: money('NGN', 5_000_37n) } as const

/** A page for each state, the ways to pay, what the payer says, where naira goes back, and one with hostile text from a business. */
export const stagedPages: Readonly<Record<Staged, Partial<PayPage>>> = {
  waiting: {},
  own,
  whole: { amount: money('NGN', 25_000_00n), left: money('NGN', 25_000_00n) },
  sent: own,
  'sent-unknown': {},
  preview: {},
  verified: {},
  maybe: { seen: { kind: 'only', amount: null } },
  found: { seen: { kind: 'sure', amount: money('NGN', 25_001_00n) } },
  short,
  'return-asked': short,
  'return-extra': { status: 'completed', left: money('NGN', 0n) },
  'return-named': short,
  paused: { takesPayment: false },
  seen: { status: 'payment_received', left: money('NGN', 0n) },
  arrived: { status: 'cleared', left: money('NGN', 0n) },
  sending: { status: 'sending', left: money('NGN', 0n) },
  delivered: { status: 'completed', left: money('NGN', 0n) },
  slow: { status: 'on_hold', left: money('NGN', 0n) },
  expired: { status: 'expired' },
  cancelled: { status: 'cancelled' },
  returning: { status: 'refunding', left: money('NGN', 0n) },
  returned: { status: 'refunded', left: money('NGN', 0n) },
  recalled: { status: 'recalled', left: money('NGN', 0n) },
  hostile: {
    mode: 'live',
    amount: money('NGN', 250_000_000_99n),
    left: money('NGN', 250_000_000_99n),
    businessName: `<script>document.title = 'mine'</script>\u202e" onfocus="x ${'W'.repeat(150)}`,
    description: `"><img src=x onerror="document.title = 'mine'"> ${'y'.repeat(90)}`,
  },
}

/** What a staged page says about naira that goes back. */
const returns: Readonly<Record<string, NonNullable<Parameters<typeof payPage>[0]['returnTo']>>> = {
  'return-asked': {
    account: { state: 'ask', extra: null, bankCode: null, bankName: null, ending: null },
    answer: 'differs',
  },
  'return-extra': {
    account: {
      state: 'ask',
      extra: money('NGN', 5_000_00n),
      bankCode: '000013',
      bankName: null,
      ending: null,
    },
    answer: undefined,
  },
  'return-named': {
    account: { state: 'named', extra: null, bankCode: '000013', bankName: null, ending: '6789' },
    answer: 'match',
  },
}

/** What the payer of a staged page says, as the address says it. */
const sentPages: Readonly<Record<string, string>> = { sent: '000013', 'sent-unknown': '000017' }
const EXPLORER = 'https://amoy.polygonscan.com/tx/0x9a3f'

/** Serves the page with its own headers and no backend: /pay/<state> shows it in that state. */
export async function stagePayPages(): Promise<Readonly<{ url: string; close(): Promise<void> }>> {
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '', 'http://stage')
    const [, folder, name = '', part] = address.pathname.split('/')
    const staged = (stagedPages as Readonly<Record<string, Partial<PayPage>>>)[name]
    const send = (status: number, type: string, body: string | Buffer) =>
      response.writeHead(status, { ...payPageHeaders, 'content-type': type }).end(body)
    if (folder === 'site')
      send(200, 'font/woff2', readFileSync(new URL(`../../server/site/${name}`, import.meta.url)))
    else if (staged === undefined)
      send(404, 'text/html; charset=utf-8', renderHtml(noticePage(english, english.unknown)))
    else if (part === 'qr.svg')
      send(200, 'image/svg+xml', qrSvg('https://api.afara.example/pay/4f9Qd1s0YB2mX7ZrT5uVwA'))
    else if (part === 'status') {
      // One page shows a lost connection; the others wait for an answer.
      if (name === 'paused') send(503, 'application/json', '{}')
    } else send(200, 'text/html; charset=utf-8', renderHtml(pageOf(name, staged, address)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/pay`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pageOf(name: string, staged: Partial<PayPage>, address: URL) {
  const now = new Date()
  const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS)
  const page = { ...waiting, expiresAt: later(58), restUntil: later(47 * 60), ...staged }
  if (name === 'verified') return verifiedPage(verified)
  if (name === 'preview') return previewPage(page, name, undefined, english)
  const query = Object.fromEntries(address.searchParams)
  const bank = sentPages[name]
  const said =
    bank === undefined ? undefined : { sent: String(Math.floor(now.getTime() / 1000) - 38), bank, ...query }
  const sent = said && readSent(said, now)
  const pace =
    sent?.bankCode === '000013' ? { bankCode: '000013', usualSeconds: 20, mostSeconds: 130 } : undefined
  return payPage(
    {
      page,
      token: name,
      now,
      explorerUrl: EXPLORER,
      progress: progressAt(now, page),
      sent: sent && { ...sent, pace },
      receipt: page.status === 'completed' ? RECEIPT : undefined,
      returnTo: returns[name],
    },
    english,
  )
}

const RECEIPT = {
  number: 'TEST-2026-7KQ2-MX4D',
  verifyUrl: 'https://api.afara.example/verify/4f9Qd1s0YB2mX7ZrT5uVwA',
}
const verified: VerifiedPaper = {
  kind: 'receipt',
  number: RECEIPT.number,
  issuedAt: new Date('2026-11-16T09:30:00Z'),
  isTest: true,
  now: {
    amount: '₦20,001.00',
    label: 'Paid to Ada Foods',
    badge: 'Paid and delivered ✓',
    changedAt: new Date('2026-11-16T09:24:46Z'),
    parties: [
      { title: 'Paid to', name: 'Ada Foods Limited', lines: ['RC 0000001'] },
      { title: 'Paid by', name: 'N••• A••• O•••', lines: ['Guaranty Trust Bank'] },
      { title: 'Processed by', name: 'Afara Payments Limited', lines: ['RC 0000002'] },
    ],
    sessionId: '000013••••7716',
  },
}

/** Only a payment that counts has a session and a payer. */
function progressAt(now: Date, { status }: PayPage): PayProgress {
  const isPaid = !['pending_payment', 'part_paid', 'expired', 'cancelled'].includes(status)
  return {
    businessId: '01a1dcc2-64cc-7ab5-8198-81f76f5e96ba',
    lookedAt: new Date(now.getTime() - 2_000),
    statusAt: new Date(now.getTime() - 5_000),
    arrivedAt: isPaid ? new Date(now.getTime() - 9_300) : null,
    sessionId: isPaid ? '000013261116102439004129087716' : null,
    payerBankCode: isPaid ? '000013' : null,
    payerBankName: isPaid ? 'GTBank' : null,
    payerEnding: isPaid ? '6789' : null,
  }
}
