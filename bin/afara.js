#!/usr/bin/env node
// Starts a command on the Node that came with `npm ci`, whatever Node the machine has, with the settings of the
// development stack where they are not set already. `afara ops` is for the people who run the service; everything else
// is what integrators install as @afara/cli.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const place = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const node = place('node_modules/.bin/node')
const args = process.argv.slice(2)

const ops = () => [
  `--env-file-if-exists=${place('.stack/dev/server.env')}`,
  place('server/src/main-ops.ts'),
  ...args,
]
const cli = () => ['--conditions=afara-source', place('cli/src/main-afara.ts'), ...args]

if (existsSync(node)) {
  const env = { AFARA_STACK_SETTINGS: place('.stack/dev/cli.json'), ...process.env }
  const command = spawn(node, args[0] === 'ops' ? ops() : cli(), { stdio: 'inherit', env })
  // Ctrl-C reaches the command by itself, which ends in order; a plain end is passed on.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => command.kill('SIGTERM'))
  command.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
} else {
  console.error('Nothing is installed here yet: run "npm ci" first.')
  process.exitCode = 1
}
