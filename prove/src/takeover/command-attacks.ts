import { commandActions } from '@afara/server/entry/ops/command-actions.ts'
import { createOps } from '@afara/server/entry/ops/run-ops.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import type { Attacker } from './attackers.ts'
import { assertionOf, saidOf } from './http-attacks.ts'
import type { Proposal } from './proposals.ts'
import type { Recorder } from './recorder.ts'
import type { Stage } from './stage.ts'

type Command = ReturnType<typeof createOps>

/** Every command of `afara ops`. */
export const commands: readonly string[] = Object.keys(commandActions)

/** What an attacker types for an argument or an option, by its name. Others get a letter. */
async function wordsFor(
  stage: Stage,
  { caseId }: Proposal,
  email: string,
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await stage.owner.query<Record<string, string>>(
    `select (select id from vendor_account where mode = 'test' order by account_number limit 1) as vac,
       (select id from bank_line where direction = 'credit' limit 1) as crd,
       (select id from treasury_move limit 1) as move`,
  )
  const { vac = '', crd = '', move = '' } = rows[0] ?? {}
  const business = stage.stack.linkTag
  return {
    case: formatId('case', caseId),
    vac: formatId('vendorAccount', vac),
    crd: formatId('credit', crd),
    credit: formatId('credit', crd),
    what: formatId('case', caseId),
    move,
    id: formatId('case', caseId),
    business,
    account: 'test:paystack:main',
    lane: 'test:Polygon:1',
    network: 'Polygon',
    mode: 'test',
    number: '7',
    people: '1',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    amount: '1000',
    naira: '1000',
    tokens: '1000',
    pair: 'USDC/NGN',
    bid: '1',
    ask: '2',
    'valid-minutes': '60',
    scopes: 'payouts',
    scope: 'payouts',
    to: 'active',
    state: 'active',
    feed: 'monnify',
    profile: 'gtb',
    file: 'statement.csv',
    email,
    name: 'Eve',
    roles: 'administrator',
    reason: 'it is right',
    evidence: 'it is right',
  }
}

/** Runs every command with the session of each attacker. They sign what is asked of them with their own passkey. */
export async function attackCommands(
  stage: Stage,
  recorder: Recorder,
  attackers: readonly Attacker[],
  { proposal, bystander }: Readonly<{ proposal: Proposal; bystander: string }>,
): Promise<void> {
  const words = await wordsFor(stage, proposal, bystander)
  const program = createOps({} as Parameters<typeof createOps>[0])
  for (const attacker of attackers)
    for (const name of commands) {
      const args = [...name.split(' '), ...argumentsOf(find(program, name), words)]
      const { holder, tokens, operator } = attacker
      const about = { holder, route: 'commands', through: `afara ops ${name}`, what: 'runs it' } as const
      await recorder.attempt(about, async () => {
        const files = { 'statement.csv': Buffer.from('x').toString('base64') }
        const token = tokens[0] ?? ''
        const asked = await stage.client.ask('POST', '/commands', { token, body: { args, files } })
        if (asked.code !== 'signature_required') return saidOf(asked)
        const [{ challenge, case_id }] = asked.body.errors as [
          Readonly<Record<'challenge' | 'case_id', string>>,
        ]
        const signatures = [assertionOf(operator, Buffer.from(challenge, 'base64url'))]
        return saidOf(
          await stage.client.ask('POST', '/commands', { token, body: { args, files, signatures, case_id } }),
        )
      })
    }
}

function find(program: Command, name: string): Command | undefined {
  const ops = program.commands.find((one) => one.name() === 'ops')
  return name
    .split(' ')
    .reduce<Command | undefined>((above, word) => above?.commands.find((one) => one.name() === word), ops)
}

/** Fills the arguments and every option of a command that takes a value. */
function argumentsOf(
  command: Command | undefined,
  words: Readonly<Record<string, string>>,
): readonly string[] {
  if (command === undefined) return []
  const given = command.registeredArguments.map((one) => words[one.name()] ?? 'x')
  const options = command.options
    .filter(({ mandatory, required, long }) => mandatory || (required && words[nameOf(long)] !== undefined))
    .flatMap(({ long }) => [long ?? '', words[nameOf(long)] ?? 'x'])
  return command.name() === 'propose'
    ? [...given, '--release', '--reason', 'it is right']
    : [...given, ...options]
}

const nameOf = (long: string | null | undefined): string => (long ?? '').replace(/^--/, '')
