import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { terminalEnvironment } from '@afara/stack/services/server-environment.ts'
import { createPeopleApp } from '../../src/entry/people/people-app.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { requireOperator } from '../../src/records/operators/operator-store.ts'
import { wirePeople } from '../../src/wire/wire-people.ts'
import { MAIL_KEY } from '../post-office.ts'
import { testKeyring } from '../test-keyring.ts'

type Block = Readonly<{ heading: string; script: string }>
type Value = string | (() => Promise<string>)

const ROOT = resolve(import.meta.dirname, '../../..')

// npm takes seconds to find a command in this folder.
const WITHOUT_NPM = 'npx() { "bin/$1.js" "${@:2}"; }'

/** Runs the commands of a runbook line by line, at the terminals of two operators. */
export async function createRunbook(
  file: string,
  settings: Readonly<{
    /** Environment of the terminal. The variables that the commands need are added. */
    environment: Readonly<Record<string, string | undefined>>
    ownerUrl: string
    emails: readonly [you: string, colleague: string]
  }>,
) {
  const blocks = readBlocks(file)
  const owner = createPool(settings.ownerUrl, { max: 1, applicationName: 'test' })
  const [you, colleague] = await Promise.all(
    settings.emails.map(async (email) => requireOperator(owner, email)),
  )
  await owner.end()
  const people = await startPeople(settings.ownerUrl)
  const environment = {
    ...settings.environment,
    ...terminalEnvironment({ peoplePort: people.port, peopleOrigin: testRelyingParty.origin }),
    XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'afara-runbook-')),
    // For "npm run admin" and "npm run journal".
    DATABASE_URL_OWNER: settings.ownerUrl,
    CELL: 'dev',
    KEY_PEPPERS: `1:${'07'.repeat(32)}`,
    NODE_COMPILE_CACHE: join(ROOT, '.stack/compiled'),
  }

  /** Runs a script at the terminal of an operator. */
  const run = async (script: string, operator: string, prelude = WITHOUT_NPM): Promise<string> => {
    const { stdout } = await promisify(execFile)('bash', ['-euc', `${prelude}\n${script}`], {
      cwd: ROOT,
      env: { ...environment, AFARA_OPERATOR: operator },
    })
    return stdout
  }
  const operators = { you: you ?? '', colleague: colleague ?? '' }

  return {
    operators,
    run,
    close: people.close,
    /**
     * Runs every block of a section in order, each at the terminal of its operator, with the values that a reader fills in. A value that is
     * known only later is a function. Returns all output.
     */
    follow: async (heading: string, values: Readonly<Record<string, Value>> = {}): Promise<string> => {
      const steps = blocks.filter((block) => block.heading === heading)
      if (steps.length === 0) throw new Error(`the runbook has no commands under "${heading}"`)
      let said = ''
      for (const { script } of steps) {
        const filled: string[] = []
        for (const [name, value] of Object.entries(values)) {
          if (!script.includes(`$${name}`)) continue
          filled.push(`${name}=${typeof value === 'string' ? value : await value()}`)
        }
        const operator = script.startsWith('# your colleague') ? operators.colleague : operators.you
        // Values that the reader filled in replace the runbook's assignments.
        said += await run([...filled, script.replaceAll(/^[A-Z]+=.*$/gm, '')].join('\n'), operator)
      }
      return said
    },
    /** Returns the first line of each block of a section, which says who runs it. */
    whoDoes: (heading: string): string[] =>
      blocks.filter((block) => block.heading === heading).map(({ script }) => script.split('\n', 1)[0] ?? ''),
  }
}

/** Starts the process that runs the operators' commands. It listens until the test file ends. */
async function startPeople(ownerUrl: string) {
  const deps = wirePeople({
    people: { host: '127.0.0.1', port: 0 },
    console: undefined,
    trustedProxies: [],
    relyingParty: testRelyingParty,
    docsUrl: 'https://api.afara.test',
    tokenKey: undefined,
    pagesFolder: undefined,
    durability: undefined,
    databaseUrl: ownerUrl.replace('afara_owner', 'afara_people'),
    knownAddresses: { live: {}, test: {} },
    chains: { live: {}, test: {} },
    totpKey: Buffer.alloc(32),
    businessKeys: testKeyring,
    signer: undefined,
    payer: undefined,
    cell: 'dev',
    peppers: new Map([[1, Buffer.alloc(32, 7)]]),
    mailKey: MAIL_KEY,
  })
  const app = createPeopleApp({ ...deps, gate: { ...deps.gate, logRequest: () => {} } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await deps.stop()
  }
  return { port: (app.server.address() as AddressInfo).port, close }
}

function readBlocks(file: string): Block[] {
  const text = readFileSync(resolve(ROOT, 'docs/runbooks', file), 'utf8')
  return [...text.matchAll(/^```sh\n(?<script>.*?)^```$/gms)].map(({ index, groups }) => ({
    heading: text.slice(text.lastIndexOf('\n## ', index) + 4).split('\n', 1)[0] ?? '',
    script: groups?.script ?? '',
  }))
}
