import { oneDraft } from '../exchange.ts'
import { readAccepted } from '../judge/accepted.ts'
import { printedAmount } from '../requests/amount.ts'
import { type Draft, withField, withoutFields } from '../requests/draft.ts'
import { mustSucceed } from '../requests/valid-kinds.ts'
import type { LinkedKind, Stage } from '../stage.ts'
import type { Party } from '../world.ts'
import { accept, acceptAgain, ask, draftNamed, SELL } from './steps.ts'

const SHORT = { statuses: [422], code: 'insufficient_balance', field: 'amount' }

/** Spends a balance to the last kobo and not beyond. */
export const spendBalanceKinds: readonly LinkedKind[] = [
  {
    className: 'linked',
    name: 'sells until the balance is too low',
    play: async (stage) => {
      let left = BigInt(stage.random.between(100_000, 1_000_000))
      const party = await stage.backstage.openBusiness({ label: stage.label, balanceMinor: left })
      const first = fromBalance(stage, party, 'first', 10_000n)
      const accepted = await accept(stage, first)
      left -= 10_000n
      for (let sells = 0; left >= 20_000n; sells += 1) {
        await ask(stage, fromBalance(stage, party, `over-${sells}`, left + 1n), SHORT)
        const amount = 10_000n + BigInt(stage.random.below(Number(left - 10_000n)))
        await accept(stage, fromBalance(stage, party, `sell-${sells}`, amount))
        left -= amount
      }
      if (left >= 10_000n) await accept(stage, fromBalance(stage, party, 'last', left))
      await ask(stage, fromBalance(stage, party, 'none', 10_000n), SHORT)
      // An accepted sell stays accepted, whatever balance remains.
      await acceptAgain(stage, first, accepted)
    },
  },
  {
    className: 'linked',
    name: 'simultaneous sells of more than the balance',
    play: async (stage) => {
      const party = await stage.backstage.openBusiness({ label: stage.label, balanceMinor: 100_000n })
      const replies = await Promise.all(
        Array.from({ length: 8 }, async (_, n) => {
          const draft = fromBalance(stage, party, `part-${n}`, 30_000n)
          const success = mustSucceed(draft)
          return stage.send(
            oneDraft(
              draft,
              { ...success, ...SHORT, statuses: [...success.statuses, 422] },
              { isAlone: true },
            ),
          )
        }),
      )
      const sold = replies.flat().filter((reply) => readAccepted(reply) !== undefined)
      if (sold.length !== 3)
        stage.fault(`${sold.length} sells of 300 were accepted from a balance of 1000 instead of three`)
    },
  },
]

function fromBalance(stage: Stage, party: Party, name: string, amount: bigint): Draft {
  const draft = withoutFields(
    draftNamed(stage, SELL, party, `${stage.label}-${name}`),
    'network',
    'wallet_address',
  )
  return withField(draft, 'amount', printedAmount(amount))
}
