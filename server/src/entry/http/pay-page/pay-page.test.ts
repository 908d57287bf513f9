import { expect, test } from 'vitest'
import { money } from '../../../kernel/money/money.ts'
import type { PayPage } from '../../../records/pay-links/pay-page-store.ts'
import type { ReturnAccount } from '../../../records/pay-links/return-account-store.ts'
import { buyMachine } from '../../../records/transactions/machines/buy-machine.ts'
import { renderHtml } from '../html.ts'
import { isLinkPreview } from './link-preview.ts'
import { payPage, pollSecondsOf } from './pay-page.ts'
import { nairaText } from './pay-page-cards.ts'
import { payPageScript } from './pay-page-script.ts'
import { addressOfSent, readSent } from './pay-sent.ts'
import { isPayable, type PayState, payStateOf } from './pay-state.ts'
import { english } from './pay-words.ts'
import { readReturnAnswer } from './return-account.ts'

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
  expect(shown).toContain('<b>Test mode.</b> Do not send real money.')
  expect(shown).toContain('<dd class="value">Ada Foods / Afara</dd>')
  expect(shown).toContain('<dd class="value">Test Bank</dd>')
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
    expect(show({ status }).includes(`data-copy="${page.accountNumber}"`)).toBe(isAsked)
  }
  expect(show({ expiresAt: now })).not.toContain(`data-copy="${page.accountNumber}"`)
  expect(show({ takesPayment: false })).not.toContain(page.accountNumber)
  expect(show({ takesPayment: false, status: 'completed' })).toBe(show({ status: 'completed' }))
})

test('from the second a credit is seen, the page tells nobody who has paid to pay', () => {
  const found = { kind: 'sure', amount: money('NGN', 25_001_00n) } as const
  for (const status of ['pending_payment', 'part_paid', 'expired', 'cancelled']) {
    const shown = show({ status, seen: found })
    expect(shown).toContain('We have received ₦25,001.00. <em>Do not pay again.</em>')
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
  expect(whole).toContain('Only the narration identifies your payment.')
  expect(whole).toContain(english.codeNeeded)
  expect(show()).not.toContain('Only the narration')
  // A number of its own identifies the payment: the page marks no kobo and asks for no code.
  const own = show({ numberUntil: new Date('2026-11-16T09:30:00Z') })
  expect(own).toContain('This number is for this one payment and closes at 10:30')
  expect(own).not.toContain('<mark>')
  expect(own).not.toContain(`data-copy="${page.code}"`)
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
  expect(Buffer.byteLength(payPageScript)).toBeLessThan(7_000)
})

test('every state has words, and every placeholder is one that the page fills', () => {
  const filled = new Set(['business', 'amount', 'paid', 'seen', 'left', 'code'])
  for (const [state, words] of Object.entries(english.states)) {
    expect(words.label, state).not.toBe('')
    const shown = [words.label, words.title ?? '', words.text ?? ''].join(' ')
    for (const [, name = ''] of shown.matchAll(/\{(\w+)\}/g))
      expect(filled, `${state}: ${name}`).toContain(name)
    expect(isPayable(state as PayState)).toBe(words.title === null)
  }
  for (const status of [...Object.keys(buyMachine.meanings), 'something_new'])
    expect(show({ status })).not.toMatch(/\{(business|amount|paid|seen|left|code|time)\}/)
})

test('a step is filled only once it is done', () => {
  const done = (status: string) => show({ status }).match(/<li class="done">✓/g)?.length ?? 0
  expect(['pending_payment', 'part_paid', 'expired', 'refunded'].map(done)).toEqual([0, 0, 0, 0])
  expect(['payment_received', 'cleared', 'sending', 'completed'].map(done)).toEqual([1, 1, 2, 3])
})

test.each([
  [
    'a person on a phone',
    false,
    { 'user-agent': 'Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 20) Chrome/130' },
  ],
  ['the browser inside Instagram', false, { 'user-agent': 'Mozilla/5.0 (iPhone) Instagram 300.0 Pinterest' }],
  ['no name at all', false, {}],
  ['WhatsApp', true, { 'user-agent': 'WhatsApp/2.23.20.0 A' }],
  ['Slack', true, { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }],
  ['Facebook', true, { 'user-agent': 'facebookexternalhit/1.1' }],
  ['Twitter', true, { 'user-agent': 'Twitterbot/1.0' }],
  ['Telegram', true, { 'user-agent': 'TelegramBot (like TwitterBot)' }],
  ['a browser that loads ahead', true, { 'user-agent': 'Mozilla/5.0', 'sec-purpose': 'prefetch;prerender' }],
])('%s: preview %s', (_, isPreview, headers) => {
  expect(isLinkPreview({ headers, query: {} })).toBe(isPreview)
  expect(isLinkPreview({ headers, query: { open: '1' } })).toBe(false)
})

test('what the payer says is in the address, and nothing else is believed', () => {
  const at = (query: object) => readSent(query as Record<string, unknown>, now)
  expect(at({ sent: '1794819540', bank: '000013' })).toEqual({
    at: new Date(1_794_819_540_000),
    bankCode: '000013',
  })
  expect(at({ sent: '99999999999' })?.at).toEqual(now)
  for (const query of [{}, { sent: 'now' }, { sent: '-1' }, { sent: ['1794819540'] }, { sent: '1e9' }])
    expect(at(query)).toBeUndefined()
  expect(at({ sent: '1794819540', bank: '"><script>' })?.bankCode).toBeUndefined()
  expect(addressOfSent('t', { sent: 'now', bank: '000013' }, now)).toBe('/pay/t?sent=1794819600&bank=000013')
  expect(addressOfSent('t', { sent: 'now', bank: '//evil' }, now)).toBe('/pay/t?sent=1794819600')
})

const asks = { state: 'ask', extra: null, bankCode: null, bankName: null, ending: null } as const
const showReturn = (account: ReturnAccount, answer?: string) => {
  const returnTo = { account, answer: readReturnAnswer({ returned: answer }) }
  const short = { ...page, status: 'part_paid' }
  return renderHtml(
    payPage({ page: short, token: 'x'.repeat(22), now, explorerUrl: null, returnTo }, english),
  )
}

test('the page asks for an account only if the bank hides the number, and works without scripts', () => {
  expect(show({ status: 'part_paid' })).not.toContain('return-account')
  expect(showReturn(asks)).toContain(`<form method="post" action="/pay/${'x'.repeat(22)}/return-account">`)
  expect(showReturn(asks)).toContain('name="bank"')
  const known = showReturn({ ...asks, bankCode: '000013', bankName: 'GUARANTY TRUST' })
  expect([known.includes('name="bank"'), known.includes('<b>GTBank</b>')]).toEqual([false, true])
})

test('a visitor is told that an account matches or not, and nothing else', () => {
  expect(showReturn(asks, 'differs')).toContain('This account does not match the payment.')
  expect(showReturn(asks, '<script>')).not.toContain('role="alert"')
  const named = showReturn({ ...asks, state: 'named', bankCode: '000013', ending: '6789' })
  expect(named).toContain('we return the money to GTBank, account ending 6789.')
  expect(named).not.toContain('<form method="post"')
})

test('the page says how much was paid too much, and where it goes', () => {
  const extra = { ...asks, extra: money('NGN', 500_050n) }
  expect(showReturn(extra)).toContain('₦5,000.50 more arrived than this payment needs.')
  const named = showReturn({ ...extra, state: 'named', bankCode: '000013', ending: '6789' })
  expect(named).toContain('We return ₦5,000.50 to GTBank, account ending 6789.')
})
