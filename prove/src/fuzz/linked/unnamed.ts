import { withDraftHeader, withField, withoutFields } from '../requests/draft.ts'
import type { LinkedKind } from '../stage.ts'
import { accept, ask, BUY, conflict, draftNamed, SELL } from './steps.ts'

/** Requests without a reference, and requests that were refused. */
export const unnamedKinds: readonly LinkedKind[] = [
  {
    className: 'linked',
    name: 'the same sell twice without a reference',
    play: async (stage) => {
      const party = stage.random.pick(stage.world.parties.filter(({ mode }) => mode === 'test'))
      const named = draftNamed(stage, SELL, party, `${stage.label}-named`)
      const unnamed = withoutFields(named, 'reference')
      const first = await accept(stage, unnamed)
      await conflict(stage, unnamed, 'possible_duplicate', first)
      const second = await accept(stage, named)
      if (second.id === first.id) stage.fault('a sell with its own reference returned the earlier sell')
      const third = await accept(stage, withDraftHeader(unnamed, 'idempotency-key', `${stage.label}-third`))
      if (third.id === first.id) stage.fault('a sell with its own Idempotency-Key returned the earlier sell')
    },
  },
  {
    className: 'linked',
    name: 'the same buy twice without a reference',
    play: async (stage) => {
      const party = stage.random.pick(stage.world.parties)
      const unnamed = withoutFields(draftNamed(stage, BUY, party, 'unused'), 'reference')
      const [first, second] = [await accept(stage, unnamed), await accept(stage, unnamed)]
      if (first.id === second.id) stage.fault('two buys without a reference returned one transaction')
    },
  },
  ...[BUY, SELL].map(
    (operation): LinkedKind => ({
      className: 'linked',
      name: `${operation} refused, then corrected`,
      play: async (stage) => {
        const party = stage.random.pick(stage.world.parties.filter(({ mode }) => mode === 'test'))
        const named = draftNamed(stage, operation, party, `${stage.label}-mended`)
        const draft = withDraftHeader(named, 'idempotency-key', `${stage.label}-mended`)
        const refused = { statuses: [422], code: 'amount_below_minimum', field: 'amount' }
        await ask(stage, withField(draft, 'amount', '1'), refused)
        await ask(stage, withField(draft, 'bank_name', '"No such bank at all"'), {
          statuses: [422],
          code: 'bank_unknown',
        })
        await accept(stage, draft)
      },
    }),
  ),
]
