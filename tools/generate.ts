import { readFile, writeFile } from 'node:fs/promises'
import { errorsDocument } from './errors-document.ts'
import { machinesDocument } from './machines-document.ts'
import { machinesSql } from './machines-sql.ts'
import { networksSql } from './networks-sql.ts'
import { apiDocuments, peopleDocument } from './openapi-document.ts'
import { postingsDocument } from './postings-document.ts'
import { postingsSql } from './postings-sql.ts'
import { questionsDocument } from './questions-document.ts'
import { questionsSql } from './questions-sql.ts'
import { rolesDocument } from './roles-document.ts'
import { sdkTypes } from './sdk-types.ts'
import { settingsDocument } from './settings-document.ts'
import { statusSetsSql } from './status-sets-sql.ts'
import { vaultLock } from './vault-lock.ts'
import { walletsDocument } from './wallets-document.ts'

const { openApi, postman, llms } = await apiDocuments()

/** Files that are derived from tables in the code. `--check` only reports whether they are up to date. */
const files: ReadonlyArray<readonly [path: string, content: string]> = [
  ['server/sql/generated/machines.sql', machinesSql()],
  ['server/sql/generated/status-sets.sql', `${statusSetsSql()}\n${questionsSql()}`],
  ['server/sql/generated/networks.sql', networksSql()],
  ['server/sql/generated/postings.sql', postingsSql()],
  ['docs/internals/ledger.md', postingsDocument()],
  ['docs/reference/states.md', machinesDocument()],
  ['docs/reference/errors.md', errorsDocument()],
  ['docs/reference/wallet-blocks.md', walletsDocument()],
  ['docs/reference/roles.md', rolesDocument()],
  ['docs/reference/decisions.md', questionsDocument()],
  ['docs/operate/settings.md', settingsDocument()],
  ['docs/reference/openapi.json', openApi],
  ['docs/reference/postman.json', postman],
  ['docs/reference/llms.txt', llms],
  ['docs/reference/openapi-people.json', await peopleDocument()],
  ['vault/package-lock.json', vaultLock()],
  ['sdk/src/generated/api-types.ts', sdkTypes(openApi)],
]

const onlyCheck = process.argv.includes('--check')
let stale = 0
for (const [path, content] of files) {
  const current = await readFile(path, 'utf8').catch(() => '')
  if (current === content) continue
  stale += 1
  if (onlyCheck) console.error(`${path} is out of date: run npm run generate`)
  else {
    await writeFile(path, content)
    console.log(`wrote ${path}`)
  }
}
if (onlyCheck && stale > 0) process.exit(1)
