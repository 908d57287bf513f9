import './dev/require-node.ts'
import { waitForInterruption } from './processes/interruption.ts'

const interrupted = waitForInterruption()
console.log(
  '  Starting the demo: PostgreSQL, Restate, api, worker, signer, payer, a bank and a chain. About half a minute.',
)
const { findBuiltPages } = await import('./web/build-pages.ts')
const { raiseDemo } = await import('./demo/raise-demo.ts')
const demo = await raiseDemo(await findBuiltPages())
console.log(`\n  Open        ${demo.url}\n\n  Ctrl-C stops it and deletes its data.\n`)
await interrupted
await demo.stop()
process.exit(0)
