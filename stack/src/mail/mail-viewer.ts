import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type OnSpawn, type Part, startChild } from '../processes/child-process.ts'
import { acceptsConnections, claimPort } from '../processes/loopback-port.ts'
import { waitUntilReady } from '../processes/wait-until-ready.ts'

type ViewerOptions = Readonly<{
  /** Holds its log and the mails, which survive a restart. */
  directory: string
  webPort: number
  smtpPort: number
  onSpawn?: OnSpawn | undefined
}>

/** Starts MailDev: a mail server that delivers nothing, and a page that shows what it received. */
export async function startMailViewer(options: ViewerOptions): Promise<Part & Readonly<{ url: string }>> {
  const { directory, onSpawn } = options
  const webPort = await claimPort(options.webPort)
  const smtpPort = await claimPort(options.smtpPort)
  const folder = dirname(createRequire(import.meta.url).resolve('maildev/package.json'))
  const listen = [
    '--ip',
    '127.0.0.1',
    '--web-ip',
    '127.0.0.1',
    '--web',
    `${webPort}`,
    '--smtp',
    `${smtpPort}`,
  ]
  const child = await startChild({
    name: 'mail viewer',
    command: process.execPath,
    args: [join(folder, 'bin/maildev'), ...listen, '--mail-directory', join(directory, 'received')],
    environment: { PATH: process.env.PATH, HOME: process.env.HOME },
    directory: folder,
    logFile: join(directory, 'mail.log'),
    onSpawn,
  })
  const isReady = async () => (await acceptsConnections(webPort)) && acceptsConnections(smtpPort)
  await waitUntilReady(child, isReady, `It should listen on the ports ${webPort} and ${smtpPort}.`)
  const { logFile, ended, stop, kill } = child
  return { url: `http://127.0.0.1:${webPort}`, logFile, ended, stop, kill }
}
