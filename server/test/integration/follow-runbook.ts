import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { softwareAuthenticator } from '@afara/stack/services/server-environment.ts'

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
  const environment = {
    ...settings.environment,
    DATABASE_URL_OWNER: settings.ownerUrl,
    PEOPLE_ORIGIN: testRelyingParty.origin,
    AFARA_AUTHENTICATOR: softwareAuthenticator,
    CELL: 'dev',
    KEY_PEPPERS: `1:${'07'.repeat(32)}`,
  }
  const blocks = readBlocks(file)
  const makeKey = readBlocks('money-in.md').find(({ heading }) => heading === 'Your key')

  const run = async (script: string, key: string, prelude = WITHOUT_NPM): Promise<string> => {
    const { stdout } = await promisify(execFile)('bash', ['-euc', `${prelude}\n${script}`], {
      cwd: ROOT,
      env: { ...environment, AFARA_OPERATOR_KEY: key },
    })
    return stdout
  }

  const newKey = async (email: string): Promise<string> => {
    const said = await run((makeKey?.script ?? '').replaceAll('you@example.com', email), '')
    return /ops_dev_[0-9A-Za-z_]+/.exec(said)?.[0] ?? ''
  }
  const [you, colleague] = settings.emails
  const keys = { you: await newKey(you), colleague: await newKey(colleague) }

  return {
    keys,
    run,
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
        const key = script.startsWith('# your colleague') ? keys.colleague : keys.you
        // Values that the reader filled in replace the runbook's assignments.
        said += await run([...filled, script.replaceAll(/^[A-Z]+=.*$/gm, '')].join('\n'), key)
      }
      return said
    },
    /** Returns the first line of each block of a section, which says who runs it. */
    whoDoes: (heading: string): string[] =>
      blocks.filter((block) => block.heading === heading).map(({ script }) => script.split('\n', 1)[0] ?? ''),
  }
}

function readBlocks(file: string): Block[] {
  const text = readFileSync(resolve(ROOT, 'docs/runbooks', file), 'utf8')
  return [...text.matchAll(/^```sh\n(?<script>.*?)^```$/gms)].map(({ index, groups }) => ({
    heading: text.slice(text.lastIndexOf('\n## ', index) + 4).split('\n', 1)[0] ?? '',
    script: groups?.script ?? '',
  }))
}
