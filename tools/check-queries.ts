import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { API } from 'typescript/unstable/sync'
import { compareRow } from './queries/compare-row.ts'
import { describeStatement } from './queries/describe-statement.ts'
import { findQueries } from './queries/find-queries.ts'
import { readTypes } from './queries/read-types.ts'
import { withMigratedDatabase } from './sql/migrated-database.ts'

// A check that finds no statements would find no errors.
const FEWEST = 400

/** Made from the list of sealed tables, for each table. The tests of these stores run them all. */
const COMPUTED = /^server\/src\/records\/ledger\/seals\//

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const api = new API({ cwd: root })
const config = `${root}/tools/queries/tsconfig.json`
const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
if (project === undefined) throw new Error(`TypeScript cannot open ${config}`)
const queries = findQueries(project, root)

const problems: string[] = []
let [described, compared, open] = [0, 0, 0]
await withMigratedDatabase(async (url) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('set search_path = afara')
  const types = await readTypes(client)
  for (const { place, texts, row } of queries) {
    if (texts === undefined && COMPUTED.test(place)) continue
    if (texts === undefined) {
      problems.push(
        `${place}: the text of the statement is only known at run time: choose between whole texts`,
      )
      continue
    }
    for (const text of texts) {
      try {
        const columns = await describeStatement(client, text)
        described += 1
        if (row === undefined) continue
        const comparison = compareRow(project.checker, row, columns, types)
        compared += comparison.compared
        open += comparison.open
        problems.push(...comparison.problems.map((problem) => `${place}: ${problem}`))
      } catch (error) {
        problems.push(
          `${place}: ${(error as Error).message}\n    ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 160)}`,
        )
      }
    }
  }
  await client.end()
})
api.close()

for (const problem of new Set(problems)) console.error(problem)
const unknown = queries.filter(({ texts }) => texts === undefined)
const computed = unknown.filter(({ place }) => COMPUTED.test(place)).length
console.log(
  `queries calls=${queries.length} described=${described} columns_compared=${compared} open=${open} computed=${computed} unresolvable=${unknown.length - computed}`,
)
if (described < FEWEST)
  console.error(`only ${described} statements were described, so the check finds little`)
process.exitCode = problems.length > 0 || described < FEWEST ? 1 : 0
