import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'

const SOURCES = [
  'server/src',
  'vault/src',
  'contracts/src',
  'simulators/src',
  'stack/src',
  'sdk/src',
  'cli/src',
  'prove/src',
  'bench/src',
  'web',
  'tools',
]
const args = process.argv.slice(2)
const sources = args.length > 0 ? args : SOURCES

// With the wrong parser the cruiser reads nothing and finds no violation, so the check also counts what it read.
const FEWEST_MODULES = 20
const FEWEST_IMPORTS = 40

const { options, ...ruleSet } = await extractConfig('./.dependency-cruiser.cjs')
const { output } = await cruise(sources, { ...options, validate: true, ruleSet })
const { summary, modules } = output as ICruiseResult
const read = modules.filter(({ source, coreModule }) => /\.tsx?$/.test(source) && coreModule !== true)
const imports = read.reduce((count, { dependencies }) => count + dependencies.length, 0)
const seesNothing = read.length < FEWEST_MODULES || imports < FEWEST_IMPORTS

for (const { rule, from, to } of summary.violations) {
  const why = ruleSet.forbidden?.find((known) => known.name === rule.name)?.comment ?? ''
  console.error(`${rule.name}: ${from} → ${to}\n  ${why}`)
}
if (seesNothing) {
  console.error(
    `read ${read.length} modules, so the check finds nothing; see "parser" in .dependency-cruiser.cjs`,
  )
}
console.log(`architecture modules=${read.length} imports=${imports} violations=${summary.violations.length}`)
process.exit(summary.violations.length > 0 || seesNothing ? 1 : 0)
