import { Refusal } from '../../../kernel/refusal.ts'
import type { Choice } from '../../../records/cases/business/questions.ts'
import type { GrantedScope, KeyScope } from '../../../records/keys/key-rights.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'

type Asked = Readonly<{ type: 'buy' | 'sell'; isFromBalance: boolean }>

/**
 * Requires the scope with which the same key could have made the transaction as it will be: `buy` for a buy; `sell` for a sell; and
 * `payouts` to name another beneficiary of a sell from the balance. A person confirms each decision with a passkey.
 */
export function requireDecider(key: AuthenticatedKey, { type, isFromBalance }: Asked, choice: Choice): void {
  if (key.memberId !== undefined) {
    requireScope(key, 'decide')
    return
  }
  requireScope(key, scopeFor(type, isFromBalance, choice))
}

function scopeFor(type: 'buy' | 'sell', isFromBalance: boolean, choice: Choice): KeyScope {
  if (type === 'buy') return 'buy'
  return isFromBalance && choice === 'beneficiary' ? 'payouts' : 'sell'
}

export function requireScope({ scopes }: AuthenticatedKey, scope: GrantedScope): void {
  if (scopes.includes(scope)) return
  throw new Refusal(
    'scope_missing',
    scope === 'decide'
      ? 'Confirm this request with your passkey. Owners, administrators and finance can decide.'
      : `This needs the scope "${scope}". Your key has ${scopes.join(', ')}. Create a key with the scope.`,
  )
}
