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
    .description('store an API key on this machine after checking it')
    .option('--key <key>', 'svc_test_… or svc_live_…; you are prompted if you omit it')
    .option('--url <url>', 'the API URL, such as https://api.example.com')
    .option('--otc-url <url>', 'the URL of the OTC rates, if it differs')
    .addHelpText('after', example('afara login --url http://127.0.0.1:8080', 'afara login --profile live'))
    .action(async (_flags: object, command: Command) => login(world, command.optsWithGlobals<Flags>()))

  program
    .command('logout')
    .description('remove the key of a profile')
    .addHelpText('after', example('afara logout --profile live'))
    .action(async (_flags: object, command: Command) => {
      const { profile = DEFAULT_PROFILE } = command.optsWithGlobals<Flags>()
      const wasThere = openProfileFile(world.env).remove(profile)
      world.out(wasThere ? `Removed the key of profile "${profile}".` : `No profile is called "${profile}".`)
    })
}

async function login(world: World, flags: Flags): Promise<void> {
  const url = await take(world, 'url', flags.url ?? world.env['AFARA_URL'], 'API URL: ')
  if (!/^https?:\/\/[^\s/]+/.test(url)) throw new UsageError(`"${url}" is not a URL. Use https://…`)
  const key = await take(world, 'key', flags.key ?? world.env['AFARA_KEY'], 'Key (hidden): ', true)
  if (!KEY.test(key))
    throw new UsageError('This is not a key. Copy the whole key; it begins with svc_test_ or svc_live_.')
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
  world.out(`Logged in as ${link_tag} in ${mode} mode with ${maskKey(key)} (scopes: ${scopes.join(', ')}).`)
  world.out(`Saved in ${file.path} as profile "${profile}". Next: afara buy`)
}

async function take(
  world: World,
  flag: string,
  given: string | undefined,
  question: string,
  hidden = false,
): Promise<string> {
  if (given !== undefined) return given.trim()
  if (!world.terminal.input) throw new UsageError(`Pass --${flag}, or set AFARA_${flag.toUpperCase()}.`)
  return (await world.askLine(question, { hidden })).trim()
}
