import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { raiseDevStack } from '@afara/stack/dev/dev-stack.ts'
import { installPackedKit } from '@afara/stack/documentation/packed-kit.ts'
import { readBlocks, sectionOf } from '@afara/stack/documentation/page-blocks.ts'
import { runShellSession } from '@afara/stack/documentation/shell-session.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import type { Outcome, Proof } from '../proof.ts'
import { judgeMinutes } from './judge-minutes.ts'
import { signUpInBrowser } from './sign-up-in-browser.ts'

const GUIDE = resolve(import.meta.dirname, '../../../docs/guides/integrate.md')
const HEADING = 'The first ten minutes'
const DEADLINE_MS = 540_000
/** The last webhook may arrive after the last command has ended, and `listen` tells of it a moment later. */
const PATIENCE = `
SELL=$(npx afara whereis payout-1 --json | grep -o 'txn_[0-9a-f]*' | head -1)
until curl -s http://127.0.0.1:$PORT/state/$SELL | grep '"completed"'; do sleep 0.5; done
sleep 2`

export const firstTenMinutesProof: Proof = {
  name: 'first-ten-minutes',
  sentence:
    'With the packed SDK and command line in an empty folder, the commands of the guide make a buy and a sell, and their webhooks are received and verified. In a browser, a new business signs up and completes a first buy.',
  sizes: {},
  run: async ({ progress }): Promise<Outcome> => {
    // The guide's first block builds and installs the packages. This proof does that itself, without a registry.
    const [, ...blocks] = readBlocks(sectionOf(readFileSync(GUIDE, 'utf8'), HEADING))
    const folder = installPackedKit()
    const home = mkdtempSync(join(tmpdir(), 'afara-home-'))
    const stack = await raiseDevStack()
    try {
      const receiverPort = await findFreePort()
      const key = stack.facts.testKey ?? ''
      const scripts = blocks.map(({ code }) =>
        code
          .replaceAll('http://127.0.0.1:8080', stack.apiUrl)
          .replaceAll('127.0.0.1:3000', `127.0.0.1:${receiverPort}`)
          .replaceAll('svc_test_dev_…', key),
      )
      const env = {
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        HOME: home,
        PORT: String(receiverPort),
        npm_config_update_notifier: 'false',
      }
      const signUp = await signUpInBrowser(stack.environment['PEOPLE_ORIGIN'] ?? '')
      progress.say(`${signUp.seconds.toFixed(1).padStart(6)} s  sign-up in a browser to a completed buy`)
      const begun = performance.now()
      const report = await runShellSession([...scripts, PATIENCE], {
        cwd: folder,
        env,
        deadlineMs: DEADLINE_MS,
      })
      const seconds = (performance.now() - begun) / 1000
      for (const [place, { code }] of blocks.entries())
        progress.say(`${(report.steps[place]?.seconds ?? 0).toFixed(1).padStart(6)} s  ${firstLineOf(code)}`)
      return await judgeMinutes({ report, blocks: blocks.length, seconds, signUp, apiUrl: stack.apiUrl, key })
    } finally {
      await stack.stop()
      rmSync(dirname(folder), { recursive: true, force: true })
      rmSync(home, { recursive: true, force: true })
    }
  },
}

function firstLineOf(code = ''): string {
  return code.trim().split('\n', 1)[0] ?? ''
}
