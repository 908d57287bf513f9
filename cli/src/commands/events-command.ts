import type { Command } from 'commander'
import { createEventFilter } from '../listen/event-filter.ts'
import { eventLine } from '../listen/event-line.ts'
import { readFeed } from '../listen/read-feed.ts'
import { example, type Runner } from '../runner.ts'
import { UsageError } from '../usage-error.ts'

type Flags = Readonly<{ after: string; limit: string; events?: string; follow?: boolean }>

export function addEventsCommand(program: Command, { act }: Runner): void {
  program
    .command('events')
    .description('show the event feed')
    .option('--after <number>', 'start after this event number', '0')
    .option('--limit <count>', 'the maximum number of events, without --follow', '100')
    .option('--events <types>', 'only these event types, such as buy.*,sell.completed')
    .option('--follow', 'keep running and print new events')
    .addHelpText('after', example('afara events --after 1200 --follow', 'afara events --json | jq .type'))
    .action(
      act<Flags>(async (session, flags) => {
        const [after, limit] = [Number(flags.after), Number(flags.limit)]
        if (!Number.isSafeInteger(after) || !Number.isSafeInteger(limit)) {
          throw new UsageError('--after and --limit must be whole numbers.')
        }
        const isWanted = createEventFilter(flags.events)
        const follow = flags.follow === true
        let count = 0
        for await (const { event, body } of readFeed(session, { after, follow })) {
          if (!isWanted(event.type)) continue
          // One line per event, so that a program can read events as they arrive.
          session.say(session.isJson ? body : eventLine({ event, session }))
          count += 1
          if (!follow && count >= limit) break
        }
        if (count === 0 && !session.isJson) session.say('No events yet. Create one: afara buy')
        return undefined
      }),
    )
}
