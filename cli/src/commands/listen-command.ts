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
    .description('forward events to a local receiver, signed like webhooks; missed events come first')
    .option('--forward-to <url>', 'your receiver, such as http://127.0.0.1:3000/webhooks')
    .option('--events <types>', 'only these event types, such as buy.*,sell.completed')
    .option('--since <number>', 'begin after this event number; 0 for all events')
    .option('--print-secret', 'print the signing secret and exit')
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
            `Listening after event ${after}${url === undefined ? '' : `, forwarding to ${url}`}. Press Ctrl-C to stop${url === undefined || !session.world.terminal.input ? '' : ', r to resend the last event'}.`,
            ...(url === undefined ? [] : [`Signing secret: ${secret} (it does not change)`]),
          )
        }
        await forwardEvents(session, { after, url, secret, place, isWanted: createEventFilter(flags.events) })
        return undefined
      }),
    )
}

/** Returns the saved position; the end of the feed on the first run; 0 if the feed was restarted. */
async function findStart(
  session: Session,
  since: string | undefined,
  kept: number | undefined,
): Promise<number> {
  if (since !== undefined) {
    if (!/^\d{1,15}$/.test(since)) throw new UsageError(`--since must be an event number, not "${since}".`)
    return Number(since)
  }
  const end = await findFeedEnd(session)
  if (kept === undefined) return end
  if (kept > end) {
    session.world.err('The feed was restarted since you last listened. Starting from its first event.')
    return 0
  }
  if (kept < end && !session.isJson) session.say(`${end - kept} missed events are forwarded first.`)
  return kept
}

export function readUrl(text: string): string {
  const full = /^https?:\/\//.test(text) ? text : `http://${text}`
  if (!URL.canParse(full))
    throw new UsageError(`"${text}" is not a URL. Use one such as http://127.0.0.1:3000/webhooks`)
  return full
}
