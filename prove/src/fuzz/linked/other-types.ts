import { type Draft, withDraftHeader, withField, withoutFields } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import type { LinkedKind, Stage } from '../stage.ts'
import type { Party } from '../world.ts'
import { accept, acceptAgain, ask, BUY, conflict, draftNamed, SELL } from './steps.ts'

const DRILL = 'POST /drills/v1'

/** Uses one name for transactions of several types. The first transaction keeps it. */
export const otherTypeKinds: readonly LinkedKind[] = [
  {
    className: 'linked',
    name: 'a reference and key of another type of transaction',
    play: async (stage: Stage) => {
      const party = stage.random.pick(stage.world.parties.filter(({ mode }) => mode === 'test'))
      const [one, other] = stage.random.oneIn(2) ? [BUY, SELL] : [SELL, BUY]
      const key = `${stage.label}-key`
      const draft = keyed(draftNamed(stage, one, party, `${stage.label}-typed`), key)
      const first = await accept(stage, draft)
      const across = draftNamed(stage, other, party, `${stage.label}-typed`)
      await conflict(stage, across, 'reference_conflict', first)
      await conflict(stage, keyed(withoutFields(across, 'reference'), key), 'idempotency_key_conflict', first)
      await ask(stage, keyed(drill(stage, party), key), { statuses: [409], code: 'idempotency_key_conflict' })
      await acceptAgain(stage, draft, first)
    },
  },
  {
    className: 'linked',
    name: 'a key that a drill has used',
    play: async (stage: Stage) => {
      const party = stage.random.pick(stage.world.parties.filter(({ mode }) => mode === 'test'))
      const key = `${stage.label}-key`
      const started = keyed(drill(stage, party), key)
      const first = await accept(stage, started)
      const operation = stage.random.pick([BUY, SELL])
      const draft = draftNamed(stage, operation, party, `${stage.label}-drilled`)
      await conflict(stage, keyed(withoutFields(draft, 'reference'), key), 'idempotency_key_conflict', first)
      await conflict(stage, keyed(draft, key), 'idempotency_key_conflict', first)
      await acceptAgain(stage, started, first)
    },
  },
  {
    className: 'linked',
    name: 'a reference that the service generated',
    play: async (stage: Stage) => {
      const party = stage.random.pick(stage.world.parties.filter(({ mode }) => mode === 'test'))
      const operation = stage.random.pick([BUY, SELL])
      const draft = withoutFields(draftNamed(stage, operation, party, 'unused'), 'reference')
      const first = await accept(stage, draft)
      const named = withField(draft, 'reference', JSON.stringify(first.reference))
      await acceptAgain(stage, named, first)
      await conflict(stage, withField(named, 'account_number', '"1234567890"'), 'reference_conflict', first)
    },
  },
]

function drill(stage: Stage, party: Party): Draft {
  return draftValid(stage.operation(DRILL), { ...stage, party })
}

function keyed(draft: Draft, key: string): Draft {
  return withDraftHeader(draft, 'idempotency-key', key)
}
