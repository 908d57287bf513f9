import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommanderError, InvalidArgumentError } from 'commander'
import { createFileArchive } from '../../kernel/archive.ts'
import { createOpeningStream, createSealingStream } from '../../kernel/sealed-stream.ts'
import { createProgram } from '../command-line/run-program.ts'
import { restoreFrozen } from './restore-frozen.ts'
import { runArchive } from './run-archive.ts'
import { runDrill } from './run-drill.ts'

/** Where Debian puts the programs of PostgreSQL 18. */
const PROGRAMS = '/usr/lib/postgresql/18/bin'

export type BackupHost = Readonly<{
  /** The URL of the role that makes backups. */
  readUrl(): string
  print(text: string): void
  printError(text: string): void
  input: Readable
  output: Writable
  /** Ends `archive`. */
  stopped: AbortSignal
}>

type Restoring = Readonly<{ from: string; key: string; data: string; postgres: string; database: string }>

/** Runs one command about backups and returns the exit code. */
export async function runBackup(args: readonly string[], host: BackupHost): Promise<number> {
  const program = createProgram(
    'npm run -s backup --',
    'Back up PostgreSQL, and restore it. See docs/operate/backups.md.',
    host,
  )

  program
    .command('keys')
    .description('print a new key pair. Keep the file offline')
    .action(() => {
      const { publicKey, privateKey } = generateKeyPairSync('x25519')
      host.output.write(privateKey.export({ format: 'pem', type: 'pkcs8' }))
      host.output.write(publicKey.export({ format: 'pem', type: 'spki' }))
    })

  program
    .command('seal')
    .description('encrypt what it reads')
    .argument('<public key file>')
    .action(async (file: string) => {
      await pipeline(host.input, createSealingStream(createPublicKey(readKey(file))), host.output)
    })

  program
    .command('open')
    .description('decrypt what it reads')
    .argument('<private key file>')
    .action(async (file: string) => {
      await pipeline(host.input, createOpeningStream(createPrivateKey(readKey(file))), host.output)
    })

  program
    .command('archive')
    .description(
      "archive the WAL every second and the whole cluster once a day, on the database's machine, until it is stopped",
    )
    .requiredOption('--to <folder>', 'the archive: a mount of another machine')
    .requiredOption('--key <file>', 'the public key of backups')
    .option('--keep-days <n>', 'days that can be restored', readCount, 14)
    .option('--base-hours <n>', 'hours from one base backup to the next', readCount, 24)
    .option(
      '--metrics <file>',
      'a file that Prometheus reads, such as /var/lib/node_exporter/afara-archive.prom',
    )
    .action(
      async (chosen: { to: string; key: string; keepDays: number; baseHours: number; metrics?: string }) => {
        await runArchive({
          ...chosen,
          url: host.readUrl(),
          archive: createFileArchive(chosen.to),
          key: createPublicKey(readKey(chosen.key)),
          stopped: host.stopped,
          print: host.print,
        })
      },
    )

  const restoring = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .requiredOption('--from <folder>', 'the archive')
      .requiredOption('--key <file>', 'the private key of backups')
      .requiredOption('--data <folder>', 'a new folder for the data')
      .option('--postgres <folder>', 'the programs of PostgreSQL', PROGRAMS)
      .option('--database <name>', "Afara's database", 'afara')

  restoring(
    'restore',
    'restore the database as it was at a time. It ends stopped and frozen, and prints what to do next',
  )
    .option('--to <time>', 'such as 2026-11-19T01:30:00Z. Without it: everything that was archived', readTime)
    .action(async ({ from, key, ...chosen }: Restoring & { to?: Date }) => {
      const { print } = host
      await restoreFrozen(createFileArchive(from), createPrivateKey(readKey(key)), { ...chosen, print })
    })

  restoring('drill', 'restore a copy of everything, verify and delete it, and report how long it took')
    .option('--heads <file>', 'the exported seal heads')
    .option('--metrics <file>', 'a file that Prometheus reads')
    .action(async ({ from, key, ...chosen }: Restoring & { heads?: string; metrics?: string }) => {
      const { print } = host
      await runDrill(createFileArchive(from), createPrivateKey(readKey(key)), { ...chosen, print })
    })

  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed the error.
    if (error instanceof CommanderError) return error.exitCode
    host.printError((error as Error).message)
    return 1
  }
}

function readKey(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Error(`the key file cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

function readTime(value: string): Date {
  const time = new Date(value)
  // Without a zone, the machine's own would decide.
  if (Number.isNaN(time.getTime()) || !/(Z|[+-]\d\d:?\d\d)$/.test(value))
    throw new InvalidArgumentError(
      'Write it with its zone: 2026-11-19T01:30:00Z or 2026-11-19T02:30:00+01:00.',
    )
  return time
}

function readCount(value: string): number {
  const count = Number(value)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Write a whole number from 1.')
  return count
}
