import { promote } from '../../flows/failover/promote.ts'
import { createProgram, runProgram } from '../command-line/run-program.ts'
import { serveRole } from './serve-role.ts'

type FailoverHost = Readonly<{
  readUrls(): Readonly<{ node: string; peer: string }>
  print(text: string): void
  printError(text: string): void
  /** Ends `role`. */
  stopped: AbortSignal
}>

/** Runs one command about the loss of the primary and returns the exit code. */
export async function runFailover(args: readonly string[], host: FailoverHost): Promise<number> {
  const program = createProgram(
    'npm run -s failover --',
    'Promote the standby of this machine, or tell a proxy which PostgreSQL is the primary. See docs/operate/failover.md.',
    host,
  )

  program
    .command('promote')
    .description('make the PostgreSQL of this machine the primary, and compare everything with the journals')
    .action(async () => {
      const { epoch, compared, forgotten } = await promote(host.readUrls(), host.print)
      host.print(`Epoch ${epoch} has begun.`)
      if (!compared)
        throw new Error(
          'Not every lane and payout account was compared with its journal within a minute. Look at the logs of the worker, the signer and the payer.',
        )
      if (forgotten.length === 0) {
        host.print('Nothing that left is missing. Money leaves again.')
        return
      }
      for (const { mode, summary } of forgotten) host.print(`${mode}: ${summary}`)
      host.print(
        'The lanes and businesses above are stopped. Next: docs/operate/failover.md#commits-were-lost',
      )
    })

  program
    .command('role')
    .description('answer GET /primary with 200 while the PostgreSQL of this machine is the primary')
    .requiredOption('--host <address>', 'where to listen', '127.0.0.1')
    .requiredOption('--port <number>', 'its port', '8009')
    .action(async ({ host: address, port }: { host: string; port: string }) => {
      await serveRole(host.readUrls(), { host: address, port: Number(port), stopped: host.stopped })
    })

  return runProgram(program, args, host)
}
