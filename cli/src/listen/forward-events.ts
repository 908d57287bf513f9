import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from '../session.ts'
import { type Answer, isTaken, postWebhook } from '../webhooks/post-webhook.ts'
import { answerLine, eventLine } from './event-line.ts'
import type { PlaceFile } from './place-file.ts'
import { readFeed, type ToldAny } from './read-feed.ts'

type Plan = Readonly<{
  after: number
  url: string | undefined
  secret: string
  isWanted(type: string): boolean
  place: PlaceFile
}>

const PAUSES_MS = [500, 1_000, 2_000, 5_000] as const

/**
 * Forwards the events of the feed in order and saves its position after each. A refusal by the receiver is shown and the event is skipped.
 * If the receiver is not running, waits for it, so that its restart loses no event.
 */
export async function forwardEvents(session: Session, plan: Plan): Promise<void> {
  const { world, isJson, paint } = session
  const { url, secret, place } = plan
  let last: ToldAny | undefined
  let isTroubled = false

  const tell = ({ event, body }: ToldAny, answer: Answer | undefined): void => {
    if (isJson) world.out(JSON.stringify({ event: JSON.parse(body) as unknown, answer: answer ?? null }))
    else
      session.say(eventLine({ event, session }) + (answer === undefined ? '' : answerLine(answer, session)))
  }
  const post = async ({ event, body }: ToldAny, to: string): Promise<Answer> =>
    postWebhook(world, { url: to, id: event.id, body, secret })

  world.onKeyPress((key) => {
    if (key !== 'r' || last === undefined || url === undefined) return
    const again = last
    void post(again, url).then((answer) => tell(again, answer))
  })

  const onTrouble = (why: string): void => {
    if (!isTroubled) world.err(paint(`${why} Retrying until the receiver answers.`, 'yellow'))
    isTroubled = true
  }
  for await (const told of readFeed(session, { after: plan.after, follow: true, onTrouble })) {
    isTroubled = false
    if (plan.isWanted(told.event.type)) {
      const answer = url === undefined ? undefined : await untilHeard(session, async () => post(told, url))
      if (world.signal.aborted) return
      tell(told, answer)
      last = told
    }
    place.write(Number(told.event.number))
  }
}

async function untilHeard(session: Session, post: () => Promise<Answer>): Promise<Answer> {
  const { signal, err } = session.world
  for (let tries = 0; ; tries += 1) {
    const answer = await post()
    const isUp = answer.outcome === 'answered' || answer.reason !== 'connection refused'
    if (isUp || isTaken(answer) || signal.aborted) return answer
    if (tries === 0) err(session.paint('The receiver is not running yet. Waiting for it.', 'yellow'))
    const pauseMs = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
}
