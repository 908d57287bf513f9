import { spawn } from 'node:child_process'

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', linux: 'xdg-open' }

/** Opens a page in the operator's browser. If this machine has none, the operator opens the printed address elsewhere. */
export function openBrowser(url: string): void {
  const opener = OPENERS[process.platform]
  if (opener === undefined) return
  // Without a shell, so that no character of the address is a command.
  const program = spawn(opener, [url], { stdio: 'ignore', detached: true })
  program.on('error', () => {})
  program.unref()
}
