import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'

const SOURCES = ['server/src', 'stack/src', 'prove/src', 'bench/src', 'tools']
const args = process.argv.slice(2)
const sources = args.length > 0 ? args : SOURCES

// With the wrong parser the cruiser reads nothing and finds nothing wrong, so the count is part of the check.
const MINIMUM_MODULES = 20

const { output } = await cruise(sources, (await extractConfig('./.dependency-cruiser.cjs')) as object)
const { summary, modules } = output as ICruiseResult
const read = modules.filter((module) => module.source.endsWith('.ts') && !module.coreModule).length

for (const { rule, from, to } of summary.violations) {
  const why = summary.ruleSetUsed?.forbidden?.find((known) => known.name === rule.name)?.comment ?? ''
  console.error(`${rule.name}: ${from} → ${to}\n  ${why}`)
}
if (read < MINIMUM_MODULES) {
  console.error(
    `read ${read} modules, expected at least ${MINIMUM_MODULES}: the check sees nothing; see "parser" in .dependency-cruiser.cjs`,
  )
}
console.log(`architecture modules=${read} violations=${summary.violations.length}`)
process.exit(summary.violations.length > 0 || read < MINIMUM_MODULES ? 1 : 0)
