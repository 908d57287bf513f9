import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { createReceiver } from '../certify/receiver.ts'
import { checkLine, reportText, verdictLine } from '../certify/report.ts'
import { runCertify } from '../certify/run-certify.ts'
import { example, type Runner } from '../runner.ts'
import { loadScenarios, type Scenario } from '../sandbox/scenario.ts'
import type { Session } from '../session.ts'
import { openProfileFile } from '../settings/profile-file.ts'
import { UsageError } from '../usage-error.ts'
import { readUrl } from './listen-command.ts'

type Flags = Readonly<{
  forwardTo?: string
  stateUrl?: string
  createUrl?: string
  secret?: string
  scenarios?: string
  report?: string
}>

export function addCertifyCommand(program: Command, { act }: Runner): void {
  program
    .command('certify')
    .description('test your integration against the sandbox and report what fails')
    .requiredOption('--forward-to <url>', 'your webhook receiver')
    .option('--state-url <url>', 'a URL that returns your state, with {transaction_id} in it')
    .option('--create-url <url>', 'a URL that creates a transaction from {"reference", "amount"}')
    .option('--secret <whsec>', 'the signing secret, if it is not that of "afara listen"')
    .option('--scenarios <names>', 'run only these, such as short_payment,late_payment, or "none"')
    .option('--report <file>', 'also write the report to a .md or .json file')
    .addHelpText(
      'after',
      example(
        'afara certify --forward-to http://127.0.0.1:3000/webhooks --state-url "http://127.0.0.1:3000/state/{transaction_id}"',
      ),
    )
    .action(
      act<Flags>(async (session, flags) => {
        const { world, settings, paint } = session
        if (settings.mode === 'live') throw new UsageError('A certification run needs a test key.')
        const url = readUrl(flags.forwardTo ?? '')
        const secret = flags.secret ?? openProfileFile(world.env).listenSecret(settings.profile)
        const stateUrl = readStateUrl(flags.stateUrl)
        const createUrl = flags.createUrl === undefined ? undefined : readUrl(flags.createUrl)
        const scenarios = await chooseScenarios(session, flags.scenarios)
        const owner = await session.owner()
        const checks = await runCertify(session, {
          receiver: createReceiver(world, { url, secret, stateUrl }),
          url,
          createUrl,
          scenarios,
          onCheck: (check) => {
            if (!session.isJson) session.say(checkLine(check, paint))
          },
        })
        const about = { url, business: owner.link_tag, at: world.now() }
        if (session.isJson) session.say(reportText('.json', checks, about).trimEnd())
        else session.say('', verdictLine(checks))
        if (flags.report !== undefined) writeFileSync(flags.report, reportText(flags.report, checks, about))
        return checks.some(({ verdict }) => verdict === 'failed') ? 1 : 0
      }),
    )
}

function readStateUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!text.includes('{transaction_id}')) {
    throw new UsageError('--state-url must contain {transaction_id}.')
  }
  return readUrl(text)
}

async function chooseScenarios(session: Session, wanted: string | undefined): Promise<readonly Scenario[]> {
  if (wanted === 'none') return []
  const { scenarios } = await loadScenarios(session)
  // A scenario without a transaction has no events to deliver.
  if (wanted === undefined) return scenarios.filter(({ expect }) => expect.length > 0)
  return wanted.split(',').map((name) => {
    const found = scenarios.find((scenario) => scenario.name === name.trim())
    if (found === undefined)
      throw new UsageError(`No scenario is called "${name.trim()}". See "afara scenarios".`)
    return found
  })
}
