import { Afara } from '@afara/sdk'
import type { Command } from 'commander'
import type { KeyReply } from '../api/wire.ts'
import { parseExact } from '../output/exact-json.ts'
import { maskKey } from '../output/mask-key.ts'
import { example, type Runner } from '../runner.ts'
import { DEFAULT_PROFILE } from '../settings/find-settings.ts'
import { openProfileFile } from '../settings/profile-file.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

type Flags = Readonly<{ key?: string; url?: string; otcUrl?: string; profile?: string }>

const KEY = /^svc_(live|test)_[a-z0-9]{1,8}_[1-9A-HJ-NP-Za-km-z]{44}_[1-9A-HJ-NP-Za-km-z]{6}$/

export function addLoginCommand(program: Command, { world }: Runner): void {
  program
    .command('login')
    .description('keep a key on this machine, after the API has agreed that it is one')
    .option('--key <key>', 'svc_test_… or svc_live_…; asked for if it is not given')
    .option('--url <url>', 'where the API is, such as https://api.example.com')
    .option('--otc-url <url>', 'where its OTC rates are, if elsewhere')
    .addHelpText('after', example('afara login --url http://127.0.0.1:8080', 'afara login --profile live'))
    .action(async (_flags: object, command: Command) => login(world, command.optsWithGlobals<Flags>()))

  program
    .command('logout')
    .description('forget the key of a profile')
    .addHelpText('after', example('afara logout --profile live'))
    .action(async (_flags: object, command: Command) => {
      const { profile = DEFAULT_PROFILE } = command.optsWithGlobals<Flags>()
      const wasThere = openProfileFile(world.env).remove(profile)
      world.out(wasThere ? `Forgot the key of profile "${profile}".` : `There is no profile "${profile}".`)
    })
}

async function login(world: World, flags: Flags): Promise<void> {
  const url = await take(world, 'url', flags.url ?? world.env['AFARA_URL'], 'Where is the API? ')
  if (!/^https?:\/\/[^\s/]+/.test(url)) throw new UsageError(`"${url}" is no URL: give https://…`)
  const key = await take(world, 'key', flags.key ?? world.env['AFARA_KEY'], 'Key (not shown): ', true)
  if (!KEY.test(key))
    throw new UsageError('That is no key: it begins with svc_test_ or svc_live_. Copy it whole.')
  const afara = new Afara({ key, baseUrl: url, fetch: world.fetch })
  const { text } = await afara.request({ method: 'GET', path: '/keys/v1/me', signal: world.signal })
  const { business_id, link_tag, mode, scopes } = (parseExact(text) as KeyReply).key
  const file = openProfileFile(world.env)
  const profile = flags.profile ?? DEFAULT_PROFILE
  file.write(profile, {
    key,
    url: url.replace(/\/+$/, ''),
    businessId: business_id,
    linkTag: link_tag,
    ...(flags.otcUrl === undefined ? {} : { otcUrl: flags.otcUrl }),
  })
  world.out(`Logged in as ${link_tag} in ${mode} mode with ${maskKey(key)} (may ${scopes.join(', ')}).`)
  world.out(`Kept in ${file.path} as profile "${profile}". Next: afara buy`)
}

async function take(
  world: World,
  flag: string,
  given: string | undefined,
  question: string,
  hidden = false,
): Promise<string> {
  if (given !== undefined) return given.trim()
  if (!world.terminal.input) throw new UsageError(`Give --${flag}, or set AFARA_${flag.toUpperCase()}.`)
  return (await world.askLine(question, { hidden })).trim()
}
