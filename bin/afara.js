#!/usr/bin/env node
// Starts a command with the Node that `npm ci` installed, whatever Node the machine has, and with the settings of the
// development stack that are not already set. `afara ops` is for operators of the service. All other commands are those
// that integrators install as @afara/cli.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { whyNot } from './supported.js'

const place = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const installed = place('node_modules/.bin/node')
const node = existsSync(installed) ? installed : process.execPath
const problem = existsSync(installed) ? undefined : whyNot(process)
const args = process.argv.slice(2)

const ops = () => [
  `--env-file-if-exists=${place('.stack/dev/terminal.env')}`,
  place('server/src/main-ops.ts'),
  ...args,
]
const cli = () => ['--conditions=afara-source', place('cli/src/main-afara.ts'), ...args]

if (problem === undefined) {
  const env = { AFARA_STACK_SETTINGS: place('.stack/dev/cli.json'), ...process.env }
  const command = spawn(node, args[0] === 'ops' ? ops() : cli(), { stdio: 'inherit', env })
  // The terminal sends Ctrl-C to the command too, which then shuts down. SIGTERM must be passed on.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => command.kill('SIGTERM'))
  command.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
} else {
  console.error(problem)
  process.exitCode = 1
}
