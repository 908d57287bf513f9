import type { Command } from 'commander'
import type { KeyReply } from '../api/wire.ts'
import { maskKey } from '../output/mask-key.ts'
import { printFacts } from '../output/table.ts'
import { example, type Runner } from '../runner.ts'

export function addWhoamiCommand(program: Command, { act }: Runner): void {
  program
    .command('whoami')
    .description('show the current key, its business and scopes')
    .addHelpText('after', example('afara whoami --profile live'))
    .action(
      act(async (session) => {
        const { settings, paint } = session
        const reply = await session.get<KeyReply>('/keys/v1/me')
        const { key } = reply.body
        session.show(reply, () =>
          printFacts(
            [
              ['business', `${key.link_tag} (${key.business_id})`],
              ['mode', { text: key.mode, colour: key.mode === 'live' ? 'red' : 'green' }],
              ['may', key.scopes.join(', ')],
              ['expires', key.expires_at ?? 'never'],
              ['key', `${maskKey(settings.key)} from ${settings.from}`],
              ['API', settings.url],
            ],
            paint,
          ),
        )
        return undefined
      }),
    )
}
