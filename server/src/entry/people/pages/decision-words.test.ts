import { expect, test } from 'vitest'
import { formatDecision, formatKeyIssue } from '../../../records/decisions/decision-text.ts'
import { renderHtml } from '../../http/html.ts'
import { describeDecision } from './decision-words.ts'
import { exactText } from './exact-text.ts'

const file = {
  id: '01a1dcc2-64cc-7ab5-8198-81f76f5e96ba',
  mode: 'live',
  kind: 'unmatched_credit',
  transactionId: null,
  lineId: null,
  vendorAccountId: null,
  businessId: null,
} as unknown as Parameters<typeof formatDecision>[0]['file']
const account = (number: string) => ({
  account_number: number,
  bank_code: null,
  bank_name: 'GTBank',
  account_name: 'OBI EMEKA',
  known_by: 'number' as const,
})
const decide = (resolution: Parameters<typeof formatDecision>[0]['resolution'], reason = 'seen') =>
  formatDecision({ file, version: 3, resolution, seen: {}, reason })

test('the words of a decision come from the text that is signed', () => {
  const text = decide({ action: 'return', amount_minor: '2500000', destination: account('0123456789') })
  expect(describeDecision(text)).toEqual({
    kind: 'decision',
    mode: 'live',
    caseId: file.id,
    version: 3,
    what: 'Refund ₦25,000.00 to 0123456789 (OBI EMEKA, GTBank)',
    amount: '₦25,000.00',
    reason: 'seen',
  })
})

test('the text that issues a key is no decision', () => {
  const resolution = {
    action: 'issue_key',
    scopes: ['read'],
    networks: [],
    label: '',
    requests_per_window: 10,
    expires_at: null,
  } as const
  expect(describeDecision(formatKeyIssue({ ...file, resolution }))).toMatchObject({
    kind: 'issue',
    what: expect.stringContaining('Issue a key with the scopes read'),
  })
})

test('a list in a decision is read again as a list', () => {
  const returns = ['0123456789', '0123456780'].map((number, place) => ({
    line_id: file.id,
    amount_minor: String(100 * (place + 1)),
    destination: account(number),
  }))
  const { what, amount } = describeDecision(decide({ action: 'return_all', returns }))
  expect(what).toBe(
    'Refund ₦1.00 to 0123456789 (OBI EMEKA, GTBank) and ₦2.00 to 0123456780 (OBI EMEKA, GTBank)',
  )
  expect(amount).toBeNull()
})

test('the exact text escapes markup, and shows characters that nobody sees by their number', () => {
  const shown = renderHtml(exactText(decide({ action: 'keep' }, 'a\u202eb <i>\u200b')))
  expect(shown).toContain('a<mark>U+202E</mark>b &lt;i&gt;<mark>U+200B</mark>')
  expect(shown).not.toContain('\u202e')
})
