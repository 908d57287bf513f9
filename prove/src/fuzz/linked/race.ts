import { oneDraft } from '../exchange.ts'
import { readAccepted } from '../judge/accepted.ts'
import { readErrorBody } from '../judge/read-error-body.ts'
import { withField } from '../requests/draft.ts'
import { mustSucceed } from '../requests/valid-kinds.ts'
import type { LinkedKind } from '../stage.ts'
import { BUY, draftNamed, SELL } from './steps.ts'

const AT_ONCE = 8

/** Sends many requests at once under one name. Exactly one is new. */
export const raceKinds: readonly LinkedKind[] = [BUY, SELL].flatMap((operation): LinkedKind[] => [
  {
    className: 'linked',
    name: `${operation} eight times at once`,
    play: async (stage) => {
      const [party] = stage.world.parties
      if (party === undefined) return
      const draft = draftNamed(stage, operation, party, `${stage.label}-race`)
      const sending = oneDraft(draft, mustSucceed(draft), { isAlone: true })
      const replies = await Promise.all(Array.from({ length: AT_ONCE }, async () => stage.send(sending)))
      const accepted = replies.flat().map(readAccepted)
      const ids = new Set(accepted.map((answer) => answer?.id))
      if (ids.size !== 1)
        stage.fault(`simultaneous requests with one reference created ${[...ids].join(', ')}`)
      const fresh = accepted.filter((answer) => answer?.isReplay === false)
      if (fresh.length !== 1)
        stage.fault(`${fresh.length} of ${AT_ONCE} requests were answered as new instead of one`)
    },
  },
  {
    className: 'linked',
    name: `${operation} with two amounts at once`,
    play: async (stage) => {
      const [party] = stage.world.parties
      if (party === undefined) return
      const draft = draftNamed(stage, operation, party, `${stage.label}-meanings`)
      const drafts = Array.from({ length: AT_ONCE }, (_, n) =>
        withField(draft, 'amount', n % 2 === 0 ? '20000' : '20000.01'),
      )
      const replies = await Promise.all(
        drafts.map(async (each) => {
          const success = mustSucceed(each)
          return stage.send(
            oneDraft(each, { ...success, statuses: [...success.statuses, 409] }, { isAlone: true }),
          )
        }),
      )
      const answers = replies.flat()
      const ids = new Set(answers.flatMap((reply) => readAccepted(reply)?.id ?? []))
      if (ids.size !== 1) stage.fault(`one reference created ${ids.size} transactions`)
      const won = answers.map((reply) => readAccepted(reply)?.amount).filter((amount) => amount !== undefined)
      if (new Set(won).size !== 1 || won.length !== AT_ONCE / 2)
        stage.fault(`half of the posts with one amount should be accepted: ${won.join(', ')}`)
      const codes = answers
        .filter(({ status }) => status === 409)
        .map((reply) => readErrorBody(reply.body.toString()).code)
      if (codes.some((code) => code !== 'reference_conflict'))
        stage.fault(`conflicts have the codes ${codes.join(', ')}`)
    },
  },
])
