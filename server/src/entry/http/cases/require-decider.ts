import type { onRequestHookHandler } from 'fastify'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Choice } from '../../../records/cases/business/questions.ts'
import type { GrantedScope, KeyScope } from '../../../records/keys/key-rights.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import { keyOf } from '../require-key.ts'

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
  if (key.mustSign === true && isFromBalance && choice === 'beneficiary')
    throw new Refusal(
      'choice_not_offered',
      'This business signs what takes money out of its balance. Choose "return", and sell again with a signed request.',
    )
}

function scopeFor(type: 'buy' | 'sell', isFromBalance: boolean, choice: Choice): KeyScope {
  if (type === 'buy') return 'buy'
  return isFromBalance && choice === 'beneficiary' ? 'payouts' : 'sell'
}

const moving: ReadonlySet<GrantedScope> = new Set(['buy', 'sell', 'payouts'])

/** Refuses a key that may only read before its body is read. Which of the other scopes it needs depends on the transaction. */
export const refuseReader: onRequestHookHandler = (request, _reply, done) => {
  const { memberId, scopes } = keyOf(request)
  if (memberId !== undefined || scopes.some((scope) => moving.has(scope))) done()
  else
    done(
      new Refusal(
        'scope_missing',
        'This needs the scope "buy" for a buy, or "sell" for a sell. Your key may only read. Create a key with the scope.',
      ),
    )
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
