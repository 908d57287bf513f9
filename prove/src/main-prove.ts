import './require-node.ts'
import type { Clock } from '@afara/server/kernel/clock/clock.ts'
import { parseProofArgs, usageOf } from './parse-proof-args.ts'
import { peopleEnvironment } from './people/people-environment.ts'
import { createProgress } from './progress.ts'
import type { Outcome, Proof } from './proof.ts'
import { proofs } from './proofs.ts'

const [name, ...args] = process.argv.slice(2)

// A stack's processes are ended when this process exits. Without these handlers a signal would kill it before that.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    console.log(`\n${name} failed=${signal}`)
    process.exit(130)
  })
}

const proof = proofs.find((known) => known.name === name)
process.exit(proof === undefined ? explain() : await prove(proof))

function explain(): number {
  if (name !== undefined) console.error(`There is no proof called "${name}".`)
  for (const known of proofs) console.error(`\n${known.name}: ${known.sentence}\n  ${usageOf(known)}`)
  return 1
}

/** The last line is always the proof's name and its figures, also when the proof fails. */
async function prove(proof: Proof): Promise<number> {
  const progress = createProgress(process.stdout)
  const outcome = await attempt(proof, async () =>
    proof.run({
      ...parseProofArgs(proof, args),
      progress,
      readStatementFormats,
      watchChains,
      readWalletRules,
      readVendors,
      readChains,
      openPeople,
    }),
  )
  progress.done()
  for (const shortfall of outcome.shortfalls) console.log(`✗ ${shortfall}`)
  const figures = Object.entries(outcome.figures).map(([key, value]) => `${key}=${value}`)
  console.log([proof.name, ...figures].join(' '))
  return outcome.shortfalls.length === 0 ? 0 : 1
}

async function readStatementFormats() {
  return (await import('@afara/server/wire/wire-vendors.ts')).wireStatementFormats()
}

async function watchChains(environment: Readonly<Record<string, string>>) {
  const { readChainsConfig } = await import('@afara/server/config/chains-config.ts')
  const { readSettings } = await import('@afara/server/config/read-settings.ts')
  return (await import('@afara/server/wire/wire-chains.ts')).wireWatching(
    readChainsConfig(readSettings(environment, 'worker', /^CHAIN_/)),
  )
}

async function readWalletRules(environment: Readonly<Record<string, string>>) {
  const { readKnownAddressesConfig } = await import('@afara/server/config/chains-config.ts')
  const { readSettings } = await import('@afara/server/config/read-settings.ts')
  return (await import('@afara/server/wire/wire-chains.ts')).wireWalletRules(
    readKnownAddressesConfig(readSettings(environment, 'api', /^CHAIN_/)),
  )
}

async function readVendors(environment: Readonly<Record<string, string>>) {
  const { readBanksConfig } = await import('@afara/server/config/shared-config.ts')
  const { readSettings } = await import('@afara/server/config/read-settings.ts')
  const { wireCollectionRails, wireFeeds } = await import('@afara/server/wire/wire-vendors.ts')
  const banks = readBanksConfig(readSettings(environment, 'worker', /^BANK_/))
  return { rails: wireCollectionRails(banks), feeds: wireFeeds(banks) }
}

async function readChains(environment: Readonly<Record<string, string>>) {
  const { readChainsConfig } = await import('@afara/server/config/chains-config.ts')
  const { readSettings } = await import('@afara/server/config/read-settings.ts')
  return (await import('@afara/server/wire/wire-chains.ts')).wireChains(
    readChainsConfig(readSettings(environment, 'worker', /^CHAIN_/)),
  )
}

/** The proof's own clock is that of the people process, so that a day passes in minutes. */
async function openPeople(databaseUrl: (role: string) => string, clock: Clock) {
  const { readPeopleConfig } = await import('@afara/server/config/people-config.ts')
  const { createPeopleApp } = await import('@afara/server/entry/people/people-app.ts')
  const { wirePeople } = await import('@afara/server/wire/wire-people.ts')
  const wired = wirePeople(readPeopleConfig(peopleEnvironment(databaseUrl)), clock)
  const deps = { ...wired, gate: { ...wired.gate, logRequest: () => {} } }
  const app = createPeopleApp(deps)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    stop: async () => {
      wired.changes.stop()
      await app.close()
      await wired.stop()
    },
  }
}

async function attempt(proof: Proof, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    // The code is a number for some errors, such as an abort.
    const { code, message } = error as Error & { code?: string | number }
    if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) {
      return { figures: { failed: 'arguments' }, shortfalls: [`${message}\n  ${usageOf(proof)}`] }
    }
    console.error(error)
    return { figures: { failed: 'crashed' }, shortfalls: [message] }
  }
}
