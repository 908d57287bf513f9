import './dev/require-node.ts'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    reset: { type: 'boolean', default: false },
    /** With `--check`: the one network to check. */
    network: { type: 'string' },
  },
})
console.log('  Starting Afara. The first start takes about half a minute.\n')
// Imported only after the version check, because an older Node would fail at an unsupported import first.
const { runDev } = await import('./dev/run-dev.ts')
process.exit(await runDev(values))
