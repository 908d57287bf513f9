import { expect, test } from 'vitest'
import { money } from '../../../kernel/money/money.ts'
import type { PayPage } from '../../../records/pay-links/pay-page-store.ts'
import { buyMachine } from '../../../records/transactions/machines/buy-machine.ts'
import { renderHtml } from '../html.ts'
import { payPage, pollSecondsOf } from './pay-page.ts'
import { nairaText } from './pay-page-cards.ts'
import { payPageScript } from './pay-page-script.ts'
import { payStateOf } from './pay-state.ts'
import { english } from './pay-words.ts'

const now = new Date('2026-11-16T09:00:00Z')
const page: PayPage = {
  mode: 'live',
  businessName: 'Ada Foods',
  description: null,
  returnUrl: null,
  status: 'pending_payment',
  amount: money('NGN', 25_000_07n),
  paid: money('NGN', 25_000_07n),
  left: money('NGN', 25_000_07n),
  code: '7KQ2MX',
  accountNumber: '0123456789',
  accountName: 'Afara Collections',
  bankName: 'Providus Bank',
  expiresAt: new Date('2026-11-16T10:00:00Z'),
  restUntil: null,
  network: 'Polygon',
  hash: null,
  takesPayment: true,
  transactionId: '01a1dee6-1366-7ab8-a780-7f2d4afdd653',
  numberUntil: null,
  seen: null,
}
const show = (more: Partial<PayPage> = {}, explorerUrl: string | null = null) =>
  renderHtml(payPage({ page: { ...page, ...more }, token: 'x'.repeat(22), now, explorerUrl }, english))

test('the amount is shown to the kobo, with its kobo separate and the text to paste', () => {
  expect(show()).toContain('₦25,000<mark>.07</mark>')
  expect(show()).toContain('data-copy="25000.07"')
  expect(nairaText(money('NGN', 250_000_000_99n))).toEqual({
    whole: '₦250,000,000',
    kobo: '99',
    typed: '250000000.99',
  })
  expect(nairaText(money('NGN', 999_00n)).whole).toBe('₦999')
})

test('in test mode the banner shows the warning, and the names are as in a bank app', () => {
  const shown = show({
    mode: 'test',
    accountName: 'TEST Ada Foods / Afara',
    bankName: 'TEST BANK (not a bank)',
  })
  expect(shown).toContain('Test mode. Do not send real money.')
  expect(shown).toContain('<dd>Ada Foods / Afara</dd>')
  expect(shown).toContain('<dd>Test Bank</dd>')
})

test('a payment under review looks like any payment that takes longer', () => {
  const held = show({ status: 'on_hold' })
  expect(show({ status: 'action_required' })).toBe(held)
  expect(show({ status: 'send_failed' })).toBe(held)
  for (const word of ['review', 'hold', 'sanction', 'compliance', 'suspicious', 'fraud']) {
    expect(held.toLowerCase()).not.toContain(word)
  }
})

test('only a page that waits for naira shows where to send the naira', () => {
  for (const status of Object.keys(buyMachine.meanings)) {
    const isAsked = status === 'pending_payment' || status === 'part_paid'
    expect(show({ status }).includes(page.accountNumber)).toBe(isAsked)
  }
  expect(show({ expiresAt: now })).not.toContain(page.accountNumber)
  expect(show({ takesPayment: false })).not.toContain(page.accountNumber)
  expect(show({ takesPayment: false, status: 'completed' })).toBe(show({ status: 'completed' }))
})

test('from the second a credit is seen, the page tells nobody who has paid to pay', () => {
  const found = { kind: 'sure', amount: money('NGN', 25_001_00n) } as const
  for (const status of ['pending_payment', 'part_paid', 'expired', 'cancelled']) {
    const shown = show({ status, seen: found })
    expect(shown).toContain('Received. Do not pay again.')
    expect(shown).toContain('We have received ₦25,001.00 and hold it.')
    expect(shown).not.toContain(page.accountNumber)
  }
  for (const kind of ['only', 'some'] as const) {
    const shown = show({ seen: { kind, amount: null } })
    expect(shown).toContain('If you have paid, do not pay again')
    // A stranger's payment must not keep an honest payer from paying.
    expect(shown).toContain(page.accountNumber)
  }
})

test('a link without kobo says that only the narration identifies the payment', () => {
  const whole = show({ amount: money('NGN', 25_000_00n), left: money('NGN', 25_000_00n) })
  expect(whole).toContain(english.noKobo)
  expect(whole).toContain(english.codeNeeded)
  expect(show()).not.toContain(english.noKobo)
})

test('the name of a business stays text', () => {
  const html = show({
    businessName: `<script>alert("x")</script>\u202eevil`,
    description: `"><img src=x onerror='y'>`,
    returnUrl: 'https://shop.example/?a="b&c=<d>',
    status: 'completed',
  })
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('\u202e')
  expect(html).toContain('href="https://shop.example/?a=&quot;b&amp;c=&lt;d&gt;"')
})

test('any hostile field is shown as text, in any state', () => {
  const planted = `"'><script>planted()</script>`
  const fields = [
    'businessName',
    'description',
    'returnUrl',
    'code',
    'accountNumber',
    'accountName',
    'bankName',
    'network',
  ] as const
  for (const status of Object.keys(buyMachine.meanings)) {
    const hostile = { ...page, status, ...Object.fromEntries(fields.map((field) => [field, planted])) }
    const html = renderHtml(payPage({ page: hostile, token: planted, now, explorerUrl: planted }, english))
    expect(html).not.toContain('<script>planted')
    expect(html).toContain('&quot;&#39;&gt;&lt;script&gt;planted()&lt;/script&gt;')
  }
})

test('the explorer link is shown once everything has arrived, if there is one', () => {
  const url = 'https://polygonscan.com/tx/0x1'
  expect(show({ status: 'completed' }, url)).toContain(`href="${url}"`)
  expect(show({ status: 'completed' })).not.toContain('View on')
  expect(show({ status: 'sending' }, url)).not.toContain(url)
})

test('a page in a final state stops polling, and an unknown status is shown as slow', () => {
  const asked = Object.keys(buyMachine.meanings).filter(
    (status) => pollSecondsOf(payStateOf({ ...page, status }, now)) === null,
  )
  expect(asked.toSorted()).toEqual(['cancelled', 'completed', 'recalled', 'refunded'])
  expect(payStateOf({ ...page, status: 'something_new' }, now)).toBe('slow')
})

test('the script is small', () => {
  expect(Buffer.byteLength(payPageScript)).toBeLessThan(5_000)
})
