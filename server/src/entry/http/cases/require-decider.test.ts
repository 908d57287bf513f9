import { expect, test } from 'vitest'
import type { Refusal } from '../../../kernel/refusal.ts'
import type { Choice } from '../../../records/cases/business/questions.ts'
import type { GrantedScope } from '../../../records/keys/key-rights.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import { requireDecider } from './require-decider.ts'

const buy = { type: 'buy', isFromBalance: false } as const
const walletSell = { type: 'sell', isFromBalance: false } as const
const balanceSell = { type: 'sell', isFromBalance: true } as const

type Row = readonly [
  scopes: readonly GrantedScope[],
  about: Parameters<typeof requireDecider>[1],
  choice: Choice,
  isAllowed: boolean,
  memberId: string | undefined,
]

const rows: readonly Row[] = [
  [['read'], buy, 'return', false, undefined],
  [['read', 'buy'], buy, 'return', true, undefined],
  [['read', 'buy'], buy, 'wallet', true, undefined],
  [['read', 'buy'], walletSell, 'return', false, undefined],
  [['read', 'sell'], buy, 'accept', false, undefined],
  [['read', 'sell'], walletSell, 'beneficiary', true, undefined],
  [['read', 'sell'], balanceSell, 'return', true, undefined],
  [['read', 'sell'], balanceSell, 'beneficiary', false, undefined],
  [['read', 'payouts'], balanceSell, 'beneficiary', true, undefined],
  // A session may buy, and decides nothing without a passkey.
  [['read', 'buy'], buy, 'accept', false, 'ada'],
  [['decide'], buy, 'return', true, 'ada'],
  [['decide'], balanceSell, 'beneficiary', true, 'ada'],
]

test.each(rows)('with %j, about %j, %s: %s', (scopes, about, choice, isAllowed, memberId) => {
  const key = { scopes, ...(memberId !== undefined && { memberId }) } as Partial<AuthenticatedKey>
  expect(codeOf(() => requireDecider(key as AuthenticatedKey, about, choice))).toBe(
    isAllowed ? 'allowed' : 'scope_missing',
  )
})

function codeOf(ask: () => void): string {
  try {
    ask()
    return 'allowed'
  } catch (error) {
    return (error as Refusal).code
  }
}
