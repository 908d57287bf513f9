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
  const endpoints = program.command('endpoints').description('manage webhook endpoints')

  endpoints
    .command('add')
    .argument('<url>', 'https://…')
    .option('--events <types>', 'only these event types, such as buy.*,sell.completed')
    .option('--description <text>', 'a description')
    .description('add an endpoint; its secret is shown once')
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
    .description('list endpoints')
    .addHelpText('after', example('afara endpoints list'))
    .action(
      act(async (session) => {
        const reply = await session.get<{ endpoints: readonly Endpoint[] }>(PATH)
        const { endpoints } = reply.body
        session.show(reply, () =>
          endpoints.length === 0
            ? ['No endpoint yet. Add one: afara endpoints add https://…']
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
    .description('show an endpoint')
    .addHelpText('after', example('afara endpoints show whe_01a1dd74d1207df98aa4550d03693dee'))
    .action(
      act(async (session, _flags, id = '') => {
        show(session, await session.get<EndpointReply>(`${PATH}/${encodeURIComponent(id)}`))
        return undefined
      }),
    )

  const deeds = [
    ['pause', 'pause', 'hold events until the endpoint is resumed'],
    ['resume', 'resume', 'resume deliveries, held events first'],
    ['rotate', 'rotate-secret', 'create a new secret; the old one stays valid for the overlap'],
    ['ping', 'ping', 'send a test event'],
    ['remove', 'remove', 'remove the endpoint'],
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
    ...(delivery === undefined ? [] : [`See the response: afara logs tail (${delivery.event_id})`]),
    ...(secret === undefined ? [] : [`Secret (shown once): ${session.paint(secret, 'bold')}`]),
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
