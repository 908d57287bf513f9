import type { Command } from 'commander'
import { colourOf } from '../output/paint.ts'
import { toPlainText } from '../output/plain-text.ts'
import { printFacts, printTable } from '../output/table.ts'
import { example, type Runner } from '../runner.ts'
import type { Reply, Session } from '../session.ts'
import type { Endpoint } from '../webhooks/endpoint.ts'

type EndpointReply = Readonly<{
  message: string
  endpoint?: Endpoint
  secret?: string
  delivery?: Readonly<{ id: string; event_id: string }>
}>

const PATH = '/webhooks/v1/endpoints'

export function addEndpointCommands(program: Command, { act }: Runner): void {
  const endpoints = program.command('endpoints').description('where webhooks go')

  endpoints
    .command('add')
    .argument('<url>', 'https://…')
    .option('--events <types>', 'only these, such as buy.*,sell.completed')
    .option('--description <text>', 'what it is for')
    .description('send webhooks there from now on; its secret is shown this once')
    .addHelpText('after', example('afara endpoints add https://shop.example/webhooks --events "buy.*"'))
    .action(
      act<{ events?: string; description?: string }>(async (session, flags, url = '') => {
        const events = flags.events?.split(',').map((type) => type.trim())
        show(
          session,
          await session.post<EndpointReply>(PATH, {
            url,
            ...(events === undefined ? {} : { events }),
            ...(flags.description === undefined ? {} : { description: flags.description }),
          }),
        )
        return undefined
      }),
    )

  endpoints
    .command('list', { isDefault: true })
    .description('all of them')
    .addHelpText('after', example('afara endpoints list'))
    .action(
      act(async (session) => {
        const reply = await session.get<{ endpoints: readonly Endpoint[] }>(PATH)
        const { endpoints } = reply.body
        session.show(reply, () =>
          endpoints.length === 0
            ? ['There is none. Add one: afara endpoints add https://…']
            : printTable(
                [
                  { title: 'endpoint' },
                  { title: 'state' },
                  { title: 'waiting', isRight: true },
                  { title: 'events' },
                  { title: 'url' },
                ],
                endpoints.map((one) => [
                  one.id,
                  { text: one.state, colour: colourOf(one.state) },
                  one.waiting,
                  one.events.join(', '),
                  one.url,
                ]),
                session.paint,
              ),
        )
        return undefined
      }),
    )

  endpoints
    .command('show')
    .argument('<id>', 'whe_…')
    .description('one of them, and how it does')
    .addHelpText('after', example('afara endpoints show whe_01a1dd74d1207df98aa4550d03693dee'))
    .action(
      act(async (session, _flags, id = '') => {
        show(session, await session.get<EndpointReply>(`${PATH}/${encodeURIComponent(id)}`))
        return undefined
      }),
    )

  const deeds = [
    ['pause', 'pause', 'keep what is to be delivered until it is resumed'],
    ['resume', 'resume', 'deliver again, what was kept first'],
    ['rotate', 'rotate-secret', 'a new secret; the old one is valid beside it for a while'],
    ['ping', 'ping', 'send it a test event'],
    ['remove', 'remove', 'send nothing there any more'],
  ] as const
  for (const [name, path, description] of deeds) {
    endpoints
      .command(name)
      .argument('<id>', 'the endpoint')
      .description(description)
      .addHelpText('after', example(`afara endpoints ${name} whe_01a1dd74d1207df98aa4550d03693dee`))
      .action(
        act(async (session, _flags, id = '') => {
          show(session, await session.post<EndpointReply>(`${PATH}/${encodeURIComponent(id)}/${path}`, {}))
          return undefined
        }),
      )
  }
}

function show(session: Session, reply: Reply<EndpointReply>): void {
  const { message, endpoint, secret, delivery } = reply.body
  session.show(reply, () => [
    toPlainText(message),
    ...(endpoint === undefined ? [] : endpointLines(endpoint, session)),
    ...(delivery === undefined ? [] : [`See what it answers: afara logs tail (${delivery.event_id})`]),
    ...(secret === undefined ? [] : [`Secret, shown this once: ${session.paint(secret, 'bold')}`]),
  ])
}

function endpointLines(endpoint: Endpoint, session: Session): string[] {
  const { failing_since: failing, last_success_at: success } = endpoint
  return [
    ...printFacts(
      [
        ['endpoint', endpoint.id],
        ['url', endpoint.url],
        ['for', endpoint.description ?? undefined],
        ['state', { text: endpoint.state, colour: colourOf(endpoint.state) }],
        ['events', endpoint.events.join(', ')],
        ['waiting', endpoint.waiting],
        ['last success', success === null ? undefined : session.moment(success)],
        ['failing since', failing === null ? undefined : { text: session.moment(failing), colour: 'red' }],
      ],
      session.paint,
    ),
    ...(endpoint.notices ?? []).map((notice) =>
      session.paint(`note  ${toPlainText(notice.message)}`, 'yellow'),
    ),
  ]
}
