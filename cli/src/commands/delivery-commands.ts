import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { colourOf } from '../output/paint.ts'
import { toPlainText } from '../output/plain-text.ts'
import { example, type Runner } from '../runner.ts'
import type { Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'
import type { Delivery, Endpoint } from '../webhooks/endpoint.ts'

const PATH = '/webhooks/v1/endpoints'
const ASKED_EVERY_MS = 1_000

type LogFlags = Readonly<{ endpoint?: string; state?: string; once?: boolean }>
type DeliveriesReply = Readonly<{ deliveries: readonly Delivery[] }>

export function addDeliveryCommands(program: Command, { act }: Runner): void {
  const logs = program.command('logs').description('show webhook deliveries')
  logs
    .command('tail', { isDefault: true })
    .description('follow the deliveries of an endpoint and the responses of your receiver')
    .option('--endpoint <id>', 'the endpoint, if there are several')
    .option('--state <state>', 'only deliveries in this state, such as given_up')
    .option('--once', 'show past deliveries and exit')
    .addHelpText('after', example('afara logs tail', 'afara logs tail --state given_up --once --json'))
    .action(
      act<LogFlags>(async (session, { endpoint, state, once }) => {
        const id = await chooseEndpoint(session, endpoint)
        const path = `${PATH}/${encodeURIComponent(id)}/deliveries`
        const shown = new Set<string>()
        for (;;) {
          const { deliveries } = (await session.get<DeliveriesReply>(path, { state })).body
          // The API returns the newest first; a tail prints the oldest first.
          for (const delivery of deliveries.toReversed()) {
            const line = JSON.stringify(delivery)
            if (shown.has(line)) continue
            shown.add(line)
            session.say(session.isJson ? line : deliveryLine(session, delivery))
          }
          if (once === true || session.world.signal.aborted) return undefined
          await sleep(ASKED_EVERY_MS, undefined, { signal: session.world.signal }).catch(() => {})
        }
      }),
    )

  program
    .command('resend')
    .argument('<what>', 'evt_…, or a range of event numbers such as 1200-1210')
    .option('--endpoint <id>', 'the endpoint, if there are several')
    .description('resend an event with the same id')
    .addHelpText(
      'after',
      example('afara resend evt_01a1dcc33c497c2e9a3b52d7c1e0f4a6', 'afara resend 1200-1210'),
    )
    .action(
      act<LogFlags>(async (session, { endpoint }, what = '') => {
        const body = readWhat(what)
        const id = await chooseEndpoint(session, endpoint)
        const path = `${PATH}/${encodeURIComponent(id)}/resend`
        const reply = await session.post<{ resent: string }>(path, body)
        const { resent } = reply.body
        session.show(reply, () =>
          resent === '0'
            ? ['No matching event for this endpoint.']
            : [
                `${resent} ${resent === '1' ? 'event is' : 'events are'} queued to be resent with the same id.`,
                'Follow the delivery: afara logs tail',
              ],
        )
        return undefined
      }),
    )
}

function readWhat(what: string): object {
  if (what.startsWith('evt_')) return { event_id: what }
  const [, from, to = from] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(what) ?? []
  if (from === undefined)
    throw new UsageError(`"${what}" is not an event id, a number or a range. Use evt_…, 1200 or 1200-1210.`)
  return { from_number: Number(from), to_number: Number(to) }
}

async function chooseEndpoint(session: Session, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined) return wanted
  const { endpoints } = (await session.get<{ endpoints: readonly Endpoint[] }>(PATH)).body
  const [only, another] = endpoints
  if (only === undefined) throw new UsageError('No endpoint yet. Add one: afara endpoints add https://…')
  if (another === undefined) return only.id
  throw new UsageError(
    `You have several endpoints. Pass --endpoint (${endpoints.map(({ id }) => id).join(', ')}).`,
  )
}

function deliveryLine(session: Session, delivery: Delivery): string {
  const last = delivery.log.toSorted((a, b) => Number(a.attempt) - Number(b.attempt)).at(-1)
  const said = last?.body ?? ''
  const answer =
    last === undefined
      ? 'not sent yet'
      : `${last.status ?? last.outcome} in ${last.duration_ms} ms ${said.slice(0, 80)}`
  const { next_attempt_at: next } = delivery
  return [
    session.paint(session.time(last?.at ?? delivery.created_at), 'dim'),
    `#${delivery.number ?? '–'}`.padEnd(6),
    delivery.event_type.padEnd(26),
    session.paint(delivery.state.padEnd(9), colourOf(delivery.state)),
    toPlainText(answer.trim()),
    `attempt ${delivery.attempts}`,
    ...(next === null ? [] : [`next ${session.moment(next)}`]),
    session.paint(delivery.event_id, 'dim'),
  ].join('  ')
}
