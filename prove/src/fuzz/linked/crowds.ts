import { type Asked, oneDraft, oneRequest } from '../exchange.ts'
import { readAccepted } from '../judge/accepted.ts'
import { toRequest, withDraftHeader, withField } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { mustSucceed } from '../requests/valid-kinds.ts'
import type { LinkedKind, Stage } from '../stage.ts'
import { ask, BUY, draftNamed, SELL, VENDORS } from './steps.ts'

const CROWD = 40

/** Many requests at once, requests without a pause, and callers that disconnect. */
export const crowdKinds: readonly LinkedKind[] = [
  {
    className: 'linked',
    name: 'forty buys at once',
    play: async (stage) => {
      const replies = await Promise.all(
        Array.from({ length: CROWD }, async (_, place) => {
          const party = stage.random.pick(stage.world.parties)
          const draft = draftNamed(stage, BUY, party, `${stage.label}-crowd-${place}`)
          return stage.send(oneDraft(draft, mustSucceed(draft), { isAlone: true }))
        }),
      )
      const ids = new Set(replies.flat().map((reply) => readAccepted(reply)?.id))
      if (ids.size !== CROWD) stage.fault(`${CROWD} buys created ${ids.size} transactions`)
    },
  },
  {
    className: 'linked',
    name: 'good and bad in one write',
    play: async (stage) => {
      const parts = Array.from({ length: 12 }, (_, place) => stage.random.pick(mixed)(stage, place))
      const asked = parts.flatMap((part): readonly Asked[] => part.asked)
      const pieces = [Buffer.concat(parts.flatMap((part) => [...part.pieces]))]
      await stage.send({ listener: 'api', pieces, asked, isAlone: true })
    },
  },
  {
    className: 'linked',
    name: 'a caller who leaves before the answer',
    play: async (stage: Stage) => {
      const operation = stage.random.pick([BUY, SELL])
      const [party] = stage.world.parties
      if (party === undefined) return
      const draft = draftNamed(stage, operation, party, `${stage.label}-gone`)
      const { pieces } = oneDraft(draft, { statuses: [] })
      const pauses = Array.from({ length: stage.random.below(8) }, () => Buffer.alloc(0))
      await stage.send({
        listener: 'api',
        pieces: [...pieces, ...pauses],
        asked: [],
        isAlone: true,
        mayHangUp: true,
      })
      // The request may or may not be recorded. Retries under the same name must lead to one record.
      const first = readAccepted(await ask(stage, draft, mustSucceed(draft)))
      const second = readAccepted(await ask(stage, draft, mustSucceed(draft)))
      if (first === undefined || second?.id !== first.id)
        stage.fault(`one reference returned ${first?.id} and then ${second?.id}`)
      if (!second.isReplay) stage.fault(`${first.id} was recorded again`)
      if (first.isReplay) stage.excuse(first.id)
    },
  },
]

const mixed: ReadonlyArray<(stage: Stage, place: number) => ReturnType<typeof oneDraft>> = [
  (stage) => oneDraft(draftValid(stage.operation(VENDORS), stage), { statuses: [200] }),
  (stage, place) => {
    const party = stage.random.pick(stage.world.parties)
    const draft = draftNamed(stage, BUY, party, `${stage.label}-mixed-${place}`)
    return oneDraft(draft, mustSucceed(draft))
  },
  (stage) => {
    const draft = withField(draftValid(stage.operation(BUY), stage), 'amount', '1')
    return oneDraft(draft, { statuses: [422], code: 'amount_below_minimum' })
  },
  (stage) => {
    const draft = draftValid(stage.operation(SELL), stage)
    return oneRequest({ ...toRequest(draft), body: Buffer.from('{') }, draft.operation, {
      statuses: [400],
      code: 'malformed',
    })
  },
  (stage) => {
    const request = toRequest(draftValid(stage.operation(VENDORS), stage))
    return oneRequest({ ...request, target: '/nowhere' }, undefined, { statuses: [404] })
  },
  (stage) => {
    const draft = withDraftHeader(draftValid(stage.operation(VENDORS), stage), 'svc-sec-key', 'wrong')
    return oneDraft(draft, { statuses: [401], code: 'key_malformed' })
  },
]
