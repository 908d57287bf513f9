import type { Chain } from '../../movements/transfers/chain.ts'
import { createProgram, runProgram } from '../command-line/run-program.ts'
import { networkSteps, type SmokeStep, type SmokeVendor, vendorSteps } from './smoke-steps.ts'
import { type SmokeTarget, smokeTargets } from './smoke-targets.ts'

/** Opens a service with the settings of the reader. Throws an error that says which settings are missing. */
export type SmokeHost = Readonly<{
  print(text: string): void
  printError(text: string): void
  openVendor(vendor: string): Omit<SmokeVendor, 'account'>
  openNetwork(network: string): Promise<Chain>
}>

type Options = Readonly<{ account?: string; wallet?: string; write?: boolean }>

const ALL_WITHIN_MS = 300_000
const STEP_WITHIN_MS = 60_000

/** Tries one real service with our own adapters, and returns the exit code. It has no database and signs nothing. */
export async function runSmoke(args: readonly string[], host: SmokeHost): Promise<number> {
  let isWell = true
  const program = createProgram(
    'npm run smoke --',
    'Try a real service with test keys of your own, in five minutes.',
    host,
  ).addHelpText('after', help)
  for (const [name, target] of Object.entries(smokeTargets)) {
    const command = program.command(name).description(target.site)
    if (target.kind === 'vendor')
      command
        .option('--account <number>', 'your test account there, whose payments are listed')
        .option('--write', 'also run the step that changes something')
    else command.requiredOption('--wallet <address>', 'a wallet to read')
    command.action(async (options: Options) => {
      isWell = await trySteps(name, target, options, host)
    })
  }
  const code = await runProgram(program, args, host)
  return isWell ? code : 1
}

async function trySteps(
  name: string,
  target: SmokeTarget,
  options: Options,
  host: SmokeHost,
): Promise<boolean> {
  try {
    if (target.kind === 'vendor') {
      const vendor = { ...host.openVendor(target.vendor), account: options.account }
      return await runSteps(name, vendorSteps, vendor, options.write === true, host)
    }
    const network = { chain: await host.openNetwork(target.network), wallet: options.wallet ?? '' }
    return await runSteps(name, networkSteps, network, false, host)
  } catch (error) {
    host.printError((error as Error).message)
    return false
  }
}

/** Explains each step before it runs. A step that fails does not stop the others. */
async function runSteps<Service>(
  name: string,
  steps: ReadonlyArray<SmokeStep<Service>>,
  service: Service,
  mayWrite: boolean,
  { print }: SmokeHost,
): Promise<boolean> {
  const all = AbortSignal.timeout(ALL_WITHIN_MS)
  const wanted = steps.filter(({ writes }) => writes !== true || mayWrite)
  let failed = 0
  for (const [index, { title, explanation, run }] of wanted.entries()) {
    print(`${index + 1}. ${title}\n   ${explanation}`)
    try {
      print(`   ✓ ${await run(service, AbortSignal.any([all, AbortSignal.timeout(STEP_WITHIN_MS)]))}`)
    } catch (error) {
      failed += 1
      print(`   ✗ ${(error as Error).message}`)
    }
  }
  print(`smoke ${name} steps=${wanted.length} failed=${failed} not_run=${steps.length - wanted.length}`)
  return failed === 0
}

function help(): string {
  const stepsOf = (steps: ReadonlyArray<SmokeStep<never>>) =>
    steps.map(
      ({ title, explanation, writes }, index) =>
        `  ${index + 1}. ${title}${writes === true ? ' (only with --write)' : ''}\n     ${explanation}`,
    )
  const settings = Object.entries(smokeTargets).map(
    ([name, target]) => `  ${name.padEnd(15)} ${target.settings.join(' ')}`,
  )
  return [
    '\nSteps at a vendor:',
    ...stepsOf(vendorSteps),
    '\nSteps on a network:',
    ...stepsOf(networkSteps),
    '\nSettings, as in docs/operate/settings.md. A secret may come from a file (…_FILE):',
    ...settings,
  ].join('\n')
}
