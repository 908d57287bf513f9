import type { Operation } from '../document/operation.ts'
import { type Expectation, oneDraft } from '../exchange.ts'
import type { RequestKind, Setting } from '../kinds.ts'
import { type Draft, fieldValue } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { isOfWholeNaira } from '../requests/field-values.ts'
import { amountBreaks } from './break-amount.ts'
import { bankBreaks, businessBreaks, liveBreaks, vendorBreaks } from './break-names.ts'
import { walletBreaks } from './break-wallet.ts'
import type { MeaningBreak } from './meaning-break.ts'

export function brokenMeaningKinds(operations: readonly Operation[]): RequestKind[] {
  return operations.flatMap((operation) =>
    meaningBreaks(operation).map((broken) => ({
      className: 'broken' as const,
      name: `${operation.id} ${broken.name}`,
      make: (setting: Setting) => {
        const party = setting.world.parties.find(({ mode }) => mode === broken.mode)
        const draft = draftValid(operation, { ...setting, ...(party === undefined ? {} : { party }) })
        const spoilt = broken.apply(draft, setting)
        return oneDraft(spoilt, expectationOf(broken, spoilt))
      },
    })),
  )
}

function meaningBreaks({ path, body }: Operation): MeaningBreak[] {
  if (body === undefined) return []
  if (path.endsWith('/onramp')) {
    return [...amountBreaks(path), ...businessBreaks, ...vendorBreaks, ...bankBreaks, ...walletBreaks]
  }
  if (path.endsWith('/offramp')) {
    return [...amountBreaks(path), ...businessBreaks, ...bankBreaks, ...walletBreaks, ...liveBreaks]
  }
  if (path.endsWith('/withdrawals') || isOfWholeNaira(path)) return [...amountBreaks(path), ...businessBreaks]
  return []
}

function expectationOf({ status, code, field, secret }: MeaningBreak, draft: Draft): Expectation {
  const text = secret === undefined ? undefined : String(fieldValue(draft, secret))
  return {
    statuses: [status ?? 422],
    code,
    ...(field === undefined ? {} : { field }),
    check: ({ body }) =>
      text !== undefined && body.includes(text)
        ? `the reply repeats the secret that was sent as ${secret}`
        : undefined,
  }
}
