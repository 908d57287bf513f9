import type { Command } from 'commander'
import { createEventFilter } from '../listen/event-filter.ts'
import { findFeedEnd } from '../listen/find-feed-end.ts'
import { forwardEvents } from '../listen/forward-events.ts'
import { openPlaceFile } from '../listen/place-file.ts'
import { example, type Runner } from '../runner.ts'
import type { Session } from '../session.ts'
import { openProfileFile } from '../settings/profile-file.ts'
import { UsageError } from '../usage-error.ts'

type Flags = Readonly<{ forwardTo?: string; events?: string; since?: string; printSecret?: boolean }>

export function addListenCommand(program: Command, { act }: Runner): void {
  program
    .command('listen')
    .description(
      'pass events on to a receiver on this machine, signed like webhooks; what was missed comes first',
    )
    .option('--forward-to <url>', 'your receiver, such as http://127.0.0.1:3000/webhooks')
    .option('--events <types>', 'only these, such as buy.*,sell.completed')
    .option('--since <number>', 'begin after this number; 0 for everything')
    .option('--print-secret', 'print the secret that events are signed with, and nothing else')
    .addHelpText(
      'after',
      example(
        'export AFARA_WEBHOOK_SECRET=$(afara listen --print-secret)',
        'afara listen --forward-to http://127.0.0.1:3000/webhooks --events "buy.*"',
      ),
    )
    .action(
      act<Flags>(async (session, flags) => {
        const secret = openProfileFile(session.world.env).listenSecret(session.settings.profile)
        if (flags.printSecret === true) {
          session.say(secret)
          return undefined
        }
        const url = flags.forwardTo === undefined ? undefined : readUrl(flags.forwardTo)
        const place = openPlaceFile(session.world.env, session.settings)
        const after = await findStart(session, flags.since, place.read())
        if (!session.isJson) {
          session.say(
            `Listening after event ${after}${url === undefined ? '' : `, forwarding to ${url}`}. Ctrl-C ends it${url === undefined || !session.world.terminal.input ? '' : ', r sends the last one again'}.`,
            ...(url === undefined ? [] : [`Signed with ${secret} (the same every time)`]),
          )
        }
        await forwardEvents(session, { after, url, secret, place, isWanted: createEventFilter(flags.events) })
        return undefined
      }),
    )
}

/** Where it was left; from now on, if nobody has listened yet; from the beginning, if the feed is another one now. */
async function findStart(
  session: Session,
  since: string | undefined,
  kept: number | undefined,
): Promise<number> {
  if (since !== undefined) {
    if (!/^\d{1,15}$/.test(since))
      throw new UsageError(`--since takes the number of an event, not "${since}".`)
    return Number(since)
  }
  const end = await findFeedEnd(session)
  if (kept === undefined) return end
  if (kept > end) {
    session.world.err('The feed has begun anew since you last listened: starting from its first event.')
    return 0
  }
  if (kept < end && !session.isJson)
    session.say(`${end - kept} events came while nobody listened: they come first.`)
  return kept
}

export function readUrl(text: string): string {
  const full = /^https?:\/\//.test(text) ? text : `http://${text}`
  if (!URL.canParse(full)) throw new UsageError(`"${text}" is no URL: give http://127.0.0.1:3000/webhooks`)
  return full
}
